// SPDX-License-Identifier: Apache-2.0
// An object pool with many small locked methods, used by ten threads. Everything
// takes the pool's lock, most methods at several places: a call is often a
// check, a change and a notification, each locked for itself, and what was
// checked is checked again. Borrowing waits while nothing is idle; whoever
// borrows gives back.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 8, THREADS = 10 };

static struct {
	pthread_mutex_t lock;
	pthread_cond_t returned;
	int idle[MOST], nidle;
	int active, made, most, least;
	int borrowed, given_back, invalid, evicted, waited;
	bool open, lifo, checks;
	int last;
	struct { // what a user may set; as far as nothing here depends on it
		int max_idle, max_wait, between_runs, tests_per_run, evictable_after, softly_after, when_exhausted;
		bool test_on_borrow, test_on_return, test_while_idle;
	} config;
} pool;

static void enter(void)
{
	assert(pool.active >= 0 && pool.nidle >= 0 && pool.active + pool.nidle <= MOST);
}

// A method that reads or sets one thing.
#define GETTER(name, expression)                 \
	static int name(void)                        \
	{                                            \
		pthread_mutex_lock(&pool.lock);          \
		int value = (int)(expression);           \
		pthread_mutex_unlock(&pool.lock);        \
		return value;                            \
	}
#define SETTER(name, field, type)                \
	static void name(type value)                 \
	{                                            \
		pthread_mutex_lock(&pool.lock);          \
		enter();                                 \
		pool.field = value;                      \
		pthread_mutex_unlock(&pool.lock);        \
	}

GETTER(num_active, pool.active)
GETTER(num_idle, pool.nidle)
GETTER(max_total, pool.most)
GETTER(min_idle, pool.least)
GETTER(num_borrowed, pool.borrowed)
GETTER(num_returned, pool.given_back)
GETTER(num_invalid, pool.invalid)
GETTER(num_evicted, pool.evicted)
GETTER(num_waited, pool.waited)
GETTER(is_open, pool.open)
GETTER(is_lifo, pool.lifo)
GETTER(checks, pool.checks)
SETTER(set_lifo, lifo, bool)
SETTER(set_checks, checks, bool)
SETTER(set_min_idle, least, int)
GETTER(num_made, pool.made)
GETTER(num_left, pool.most - pool.active)
GETTER(last_checked, pool.last)
GETTER(max_idle, pool.config.max_idle)
SETTER(set_max_idle, config.max_idle, int)
GETTER(max_wait, pool.config.max_wait)
SETTER(set_max_wait, config.max_wait, int)
GETTER(between_runs, pool.config.between_runs)
SETTER(set_between_runs, config.between_runs, int)
GETTER(tests_per_run, pool.config.tests_per_run)
SETTER(set_tests_per_run, config.tests_per_run, int)
GETTER(evictable_after, pool.config.evictable_after)
SETTER(set_evictable_after, config.evictable_after, int)
GETTER(softly_after, pool.config.softly_after)
SETTER(set_softly_after, config.softly_after, int)
GETTER(when_exhausted, pool.config.when_exhausted)
SETTER(set_when_exhausted, config.when_exhausted, int)
GETTER(test_on_borrow, pool.config.test_on_borrow)
SETTER(set_test_on_borrow, config.test_on_borrow, bool)
GETTER(test_on_return, pool.config.test_on_return)
SETTER(set_test_on_return, config.test_on_return, bool)
GETTER(test_while_idle, pool.config.test_while_idle)
SETTER(set_test_while_idle, config.test_while_idle, bool)

static int take_idle(void)
{
	int object = pool.idle[pool.lifo ? pool.nidle - 1 : 0];
	if (!pool.lifo) {
		for (int i = 1; i < pool.nidle; i++) {
			pool.idle[i - 1] = pool.idle[i];
		}
	}
	pool.nidle--;
	return object;
}

static void count_borrowed(void)
{
	pthread_mutex_lock(&pool.lock);
	pool.borrowed++;
	pthread_mutex_unlock(&pool.lock);
}

static int borrow(void)
{
	int object;
	pthread_mutex_lock(&pool.lock);
	enter();
	while (pool.nidle == 0 && pool.active >= pool.most) {
		pool.waited++;
		pthread_cond_wait(&pool.returned, &pool.lock);
	}
	object = pool.nidle > 0 ? take_idle() : ++pool.made;
	pool.active++;
	pthread_mutex_unlock(&pool.lock);
	count_borrowed();
	return object;
}

static void validate(int object)
{
	if (checks()) {
		pthread_mutex_lock(&pool.lock);
		pool.last = object;
		pthread_mutex_unlock(&pool.lock);
	}
}

static void notify(void)
{
	pthread_mutex_lock(&pool.lock);
	pthread_cond_signal(&pool.returned);
	pthread_mutex_unlock(&pool.lock);
}

static void give_back(int object)
{
	validate(object);
	pthread_mutex_lock(&pool.lock);
	enter();
	pool.active--;
	pool.idle[pool.nidle++] = object;
	pool.given_back++;
	pthread_mutex_unlock(&pool.lock);
	notify();
}

static void invalidate(int object)
{
	pthread_mutex_lock(&pool.lock);
	enter();
	(void)object;
	pool.active--;
	pool.invalid++;
	pthread_mutex_unlock(&pool.lock);
	notify();
}

static bool add_object(void)
{
	pthread_mutex_lock(&pool.lock);
	enter();
	bool room = pool.nidle + pool.active < pool.most;
	if (room) {
		pool.idle[pool.nidle++] = ++pool.made;
	}
	pthread_mutex_unlock(&pool.lock);
	if (room) {
		notify();
	}
	return room;
}

static void ensure_min_idle(void)
{
	pthread_mutex_lock(&pool.lock);
	int deficit = pool.least - pool.nidle;
	pthread_mutex_unlock(&pool.lock);
	for (int i = 0; i < deficit && add_object(); i++) {
	}
}

static void evict(void)
{
	pthread_mutex_lock(&pool.lock);
	enter();
	bool some = pool.nidle > pool.least;
	pthread_mutex_unlock(&pool.lock);
	if (some) {
		pthread_mutex_lock(&pool.lock);
		if (pool.nidle > pool.least) {
			take_idle();
			pool.evicted++;
		}
		pthread_mutex_unlock(&pool.lock);
	}
	ensure_min_idle();
}

static void clear(void)
{
	pthread_mutex_lock(&pool.lock);
	enter();
	pool.nidle = 0;
	pthread_mutex_unlock(&pool.lock);
	notify();
}

static void trim(void)
{
	pthread_mutex_lock(&pool.lock);
	bool many = pool.nidle > pool.config.max_idle;
	pthread_mutex_unlock(&pool.lock);
	if (many) {
		pthread_mutex_lock(&pool.lock);
		while (pool.nidle > pool.config.max_idle) {
			take_idle();
		}
		pthread_mutex_unlock(&pool.lock);
	}
}

static void reset_counters(void)
{
	pthread_mutex_lock(&pool.lock);
	enter();
	pool.borrowed = pool.given_back = pool.invalid = pool.evicted = pool.waited = 0;
	pthread_mutex_unlock(&pool.lock);
}

static void set_max_total(int most)
{
	pthread_mutex_lock(&pool.lock);
	enter();
	pool.most = most > pool.active + pool.nidle ? most : pool.active + pool.nidle;
	pthread_cond_broadcast(&pool.returned);
	pthread_mutex_unlock(&pool.lock);
}

static void restart(void)
{
	pthread_mutex_lock(&pool.lock);
	pool.open = false;
	pthread_mutex_unlock(&pool.lock);
	clear();
	pthread_mutex_lock(&pool.lock);
	pool.open = true;
	pthread_mutex_unlock(&pool.lock);
}

// ---- the threads --------------------------------------------------------------------

static void *uses(void *arg)
{
	(void)arg;
	int a = borrow();
	num_active();
	give_back(a);
	a = borrow();
	num_idle();
	give_back(a);
	return NULL;
}

static void *spoils(void *arg)
{
	(void)arg;
	int a = borrow();
	num_borrowed();
	invalidate(a);
	add_object();
	num_invalid();
	return NULL;
}

static void *configures(void *arg)
{
	(void)arg;
	set_lifo(!is_lifo());
	set_checks(true);
	set_min_idle(min_idle() + 1);
	set_max_total(max_total() + 1);
	set_min_idle(1);
	set_max_idle(max_idle() + 1);
	set_max_wait(max_wait() + 1);
	set_between_runs(between_runs() + 1);
	set_tests_per_run(3);
	set_evictable_after(10);
	set_softly_after(5);
	set_when_exhausted(1);
	set_test_on_borrow(true);
	set_test_on_return(true);
	set_test_while_idle(!test_while_idle());
	return NULL;
}

static void *tends(void *arg)
{
	(void)arg;
	ensure_min_idle();
	evict();
	num_evicted();
	restart();
	evict();
	trim();
	reset_counters();
	return NULL;
}

static void *watches(void *arg)
{
	(void)arg;
	num_active();
	num_idle();
	num_borrowed();
	num_returned();
	num_invalid();
	num_evicted();
	num_waited();
	is_open();
	is_lifo();
	checks();
	max_total();
	min_idle();
	return NULL;
}

static void *inspects(void *arg)
{
	(void)arg;
	num_made();
	num_left();
	last_checked();
	max_idle();
	max_wait();
	between_runs();
	tests_per_run();
	evictable_after();
	softly_after();
	when_exhausted();
	test_on_borrow();
	test_on_return();
	test_while_idle();
	return NULL;
}

int main(void)
{
	static void *(*const bodies[THREADS])(void *) = {
		uses, spoils, configures, tends, watches, inspects, uses, spoils, configures, tends,
	};
	pthread_t threads[THREADS];

	pthread_mutex_init(&pool.lock, NULL);
	pthread_cond_init(&pool.returned, NULL);
	pool.most = MOST / 2;
	pool.least = pool.config.max_idle = 1;
	pool.open = pool.checks = true;
	add_object();
	add_object();
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	assert(pool.active == 0);
	return 0;
}
