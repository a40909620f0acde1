// SPDX-License-Identifier: Apache-2.0
// The synchronization models as state machines: each operation is made by the thread that the
// test names. One that must wait calls `meanwhile`, which is what the other threads do until then;
// if it still cannot go on, it blocks, and the test is told.
#include "target.h"

#include <errno.h>
#include <pthread.h>

#include "runtime/primitives.h"

#define DEADLINE 1000 // any; it comes when `meanwhile` did not help

static struct hd_sync objects[16];
static struct hd_site site;
static void (*meanwhile)(void);
static jmp_buf blocked;
static unsigned misuses;
static unsigned chosen, choices; // the answer of the scheduler, and of how many it was asked

// ---- what the models are given instead of a scheduler -----------------------------------

void hd_sched_point(const struct hd_op *op)
{
	hd.cur->op = *op;
}

static bool comes_true(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready)
{
	struct hd_fiber *f = hd.cur;

	f->op = *op;
	f->wait = s;
	f->ready = ready;
	if (!ready(f) && meanwhile) {
		void (*others)(void) = meanwhile;
		meanwhile = NULL;
		others();
		hd.cur = f;
	}
	bool result = ready(f);
	f->wait = NULL;
	f->ready = NULL;
	return result;
}

void hd_sched_wait(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready)
{
	if (!comes_true(op, s, ready)) {
		longjmp(blocked, 1);
	}
}

bool hd_sched_wait_until(const struct hd_op *op, struct hd_sync *s, hd_ready_fn *ready, uint64_t deadline)
{
	assert_int_equal(deadline, DEADLINE);
	return comes_true(op, s, ready);
}

void hd_sched_changed(struct hd_sync *s)
{
	(void)s;
}

void hd_sched_refresh(struct hd_fiber *f)
{
	(void)f;
}

unsigned hd_sched_choose(unsigned n)
{
	choices = n;
	return chosen;
}

void hd_sched_tell(enum hd_event_kind kind, uintptr_t object, const struct hd_site *where)
{
	(void)kind;
	(void)object;
	(void)where;
}

void hd_sched_budget_spent(void)
{
}

struct hd_sync *hd_syncs = objects;

struct hd_sync *hd_sync_new(enum hd_sync_kind kind, uintptr_t address)
{
	struct hd_sync *s = &objects[++hd.nsync];

	assert_true(hd.nsync < sizeof(objects) / sizeof(objects[0]));
	*s = (struct hd_sync){.kind = (uint8_t)kind, .owner = -1, .address = address};
	return s;
}

struct hd_sync *hd_sync_find(const struct hd_cell *c, uintptr_t address, enum hd_sync_kind kind)
{
	(void)c;
	for (unsigned i = 1; i <= hd.nsync; i++) {
		if (objects[i].address == address && objects[i].kind == kind) {
			return &objects[i];
		}
	}
	return NULL;
}

struct hd_sync *hd_sync_at(const void *address, enum hd_sync_kind kind)
{
	struct hd_sync *s = hd_sync_find(NULL, (uintptr_t)address, kind);
	return s ? s : hd_sync_new(kind, (uintptr_t)address);
}

void hd_heap_bad_access(uintptr_t a, size_t size, bool write, const struct hd_site *where)
{
	(void)where;
	assert_false(write);
	assert_int_equal(size, 4);
	hd_fault(HD_VERDICT_WILD_ACCESS, &site, a, "bad access");
}

void hd_misuse(const struct hd_site *where, const void *object, const char *format, ...)
{
	(void)object;
	(void)format;
	assert_ptr_equal(where, &site);
	misuses++;
}

void hd_fault(enum hd_verdict kind, const struct hd_site *where, uintptr_t address, const char *format, ...)
{
	(void)where;
	(void)address;
	fail_msg("fault %d: %s", (int)kind, format);
	abort();
}

bool hd_race_is_known(const struct hd_site *a, const struct hd_site *b)
{
	(void)a;
	(void)b;
	return false;
}

const struct hd_site *hd_site_from_low(uint32_t low)
{
	(void)low;
	return NULL;
}

// ---- helpers -------------------------------------------------------------------------------

static void begin(unsigned threads)
{
	target_reset(threads);
	hd.races = hd.full = true;
	hd.step_stop = UINT64_MAX;
	hd_race_reset();
	for (unsigned t = 0; t < threads; t++) {
		struct hd_fiber *f = &hd_fibers[t];
		f->clock.n = threads;
		f->clock.c[t] = f->epoch = (hd_epoch)t << 24 | 1;
	}
	hd.gen = 1;
	meanwhile = NULL;
	misuses = chosen = choices = 0;
}

static struct hd_sync *object(enum hd_sync_kind kind)
{
	return hd_sync_new(kind, 0x1000 + 16 * hd.nsync);
}

static void as(unsigned thread)
{
	hd.cur = &hd_fibers[thread];
}

// Does thread a know what thread b did before its last release?
static bool knows(unsigned a, unsigned b)
{
	return hd_fibers[a].clock.c[b] != 0;
}

#define BLOCKS(operation) (setjmp(blocked) ? true : ((void)(operation), false))

// ---- mutexes ---------------------------------------------------------------------------------

static struct hd_sync *mutex;

static void unlock_by_0(void)
{
	as(0);
	assert_int_equal(hd_mutex_unlock(mutex, &site), 0);
}

static void a_mutex_excludes_and_orders(void **state)
{
	(void)state;
	begin(2);
	mutex = object(HD_SYNC_MUTEX);
	as(0);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0);
	as(1);
	assert_int_equal(hd_mutex_trylock(mutex, &site), EBUSY);
	assert_true(BLOCKS(hd_mutex_lock(mutex, &site, HD_FOREVER)));
	as(1);
	assert_int_equal(hd_mutex_lock(mutex, &site, DEADLINE), ETIMEDOUT);
	assert_false(knows(1, 0));
	meanwhile = unlock_by_0;
	assert_int_equal(hd_mutex_lock(mutex, &site, DEADLINE), 0);
	assert_true(knows(1, 0));
	assert_int_equal(mutex->owner, 1);
	assert_int_equal(misuses, 0);
}

static void a_recursive_mutex_is_free_after_as_many_unlocks(void **state)
{
	(void)state;
	begin(2);
	mutex = object(HD_SYNC_MUTEX);
	mutex->type = PTHREAD_MUTEX_RECURSIVE;
	as(0);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0);
	assert_int_equal(hd_mutex_trylock(mutex, &site), 0);
	for (int i = 0; i < 3; i++) {
		as(1);
		assert_int_equal(hd_mutex_trylock(mutex, &site), EBUSY);
		assert_int_equal(hd_mutex_unlock(mutex, &site), EPERM);
		unlock_by_0();
	}
	as(1);
	assert_int_equal(hd_mutex_trylock(mutex, &site), 0);
	assert_int_equal(misuses, 0);
}

static void types_differ_in_what_is_misuse(void **state)
{
	(void)state;
	begin(2);
	mutex = object(HD_SYNC_MUTEX);
	mutex->type = PTHREAD_MUTEX_ERRORCHECK;
	as(0);
	assert_int_equal(hd_mutex_unlock(mutex, &site), EPERM);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), EDEADLK);
	assert_int_equal(misuses, 0);

	mutex = object(HD_SYNC_MUTEX);
	assert_int_equal(hd_mutex_unlock(mutex, &site), EPERM);
	assert_int_equal(misuses, 1); // not locked
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0);
	as(1);
	assert_int_equal(hd_mutex_unlock(mutex, &site), EPERM);
	assert_int_equal(misuses, 2); // another's
	as(0);
	assert_true(BLOCKS(hd_mutex_lock(mutex, &site, HD_FOREVER)));
	assert_int_equal(misuses, 3); // held already
}

// ---- read-write locks ---------------------------------------------------------------------------

static void readers_share_and_writers_do_not(void **state)
{
	struct hd_sync *s;

	(void)state;
	begin(3);
	s = object(HD_SYNC_RWLOCK);
	as(0);
	assert_int_equal(hd_rwlock_read(s, &site, HD_FOREVER), 0);
	as(1);
	assert_int_equal(hd_rwlock_try(s, &site, false), 0);
	as(2);
	assert_int_equal(hd_rwlock_try(s, &site, true), EBUSY);
	assert_int_equal(hd_rwlock_write(s, &site, DEADLINE), ETIMEDOUT);
	as(0);
	assert_int_equal(hd_rwlock_unlock(s, &site), 0);
	as(2);
	assert_true(BLOCKS(hd_rwlock_write(s, &site, HD_FOREVER)));
	as(1);
	assert_int_equal(hd_rwlock_unlock(s, &site), 0);
	assert_false(knows(1, 0)); // readers are not ordered among themselves
	as(2);
	assert_int_equal(hd_rwlock_write(s, &site, HD_FOREVER), 0);
	assert_true(knows(2, 0) && knows(2, 1));
	assert_int_equal(hd_rwlock_read(s, &site, HD_FOREVER), EDEADLK);
	assert_int_equal(hd_rwlock_write(s, &site, HD_FOREVER), EDEADLK);
	as(0);
	assert_int_equal(hd_rwlock_try(s, &site, false), EBUSY);
	assert_int_equal(hd_rwlock_unlock(s, &site), EPERM);
	assert_int_equal(misuses, 1);
	as(2);
	assert_int_equal(hd_rwlock_unlock(s, &site), 0);
	as(0);
	assert_int_equal(hd_rwlock_read(s, &site, HD_FOREVER), 0);
	assert_true(knows(0, 2));
}

// ---- condition variables ------------------------------------------------------------------------

static struct hd_sync *cond;
static bool taken_late;

static void signal_by_1(void)
{
	as(1);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0); // the waiter gave it up
	hd_cond_signal(cond, &site);
	assert_int_equal(hd_mutex_unlock(mutex, &site), 0);
}

static void signal_by_1_who_keeps_the_mutex(void)
{
	as(1);
	assert_int_equal(hd_mutex_lock(mutex, &site, HD_FOREVER), 0);
	hd_cond_signal(cond, &site);
}

static void a_waiter_gives_the_mutex_up_and_takes_it_again(void **state)
{
	(void)state;
	begin(2);
	mutex = object(HD_SYNC_MUTEX);
	mutex->type = PTHREAD_MUTEX_RECURSIVE;
	cond = object(HD_SYNC_COND);
	as(0);
	assert_int_equal(hd_cond_wait(cond, mutex, &site, HD_FOREVER), EPERM); // does not hold it
	assert_int_equal(misuses, 1);
	hd_mutex_lock(mutex, &site, HD_FOREVER);
	hd_mutex_lock(mutex, &site, HD_FOREVER);
	meanwhile = signal_by_1;
	assert_int_equal(hd_cond_wait(cond, mutex, &site, HD_FOREVER), 0);
	assert_int_equal(mutex->owner, 0);
	assert_int_equal(mutex->count, 2); // as deep as before
	assert_true(knows(0, 1));
	assert_null(hd_fibers[0].cond);
	// Nobody signals.
	assert_int_equal(hd_cond_wait(cond, mutex, &site, DEADLINE), ETIMEDOUT);
	assert_int_equal(mutex->count, 2);
	assert_true(BLOCKS(hd_cond_wait(cond, mutex, &site, HD_FOREVER)));
}

static void a_signalled_waiter_waits_for_the_mutex(void **state)
{
	(void)state;
	begin(2);
	mutex = object(HD_SYNC_MUTEX);
	cond = object(HD_SYNC_COND);
	as(0);
	hd_mutex_lock(mutex, &site, HD_FOREVER);
	meanwhile = signal_by_1_who_keeps_the_mutex;
	assert_true(BLOCKS(hd_cond_wait(cond, mutex, &site, HD_FOREVER)));
	assert_true(hd_fibers[0].signalled);
}

static void a_signal_before_the_wait_is_lost(void **state)
{
	(void)state;
	begin(2);
	mutex = object(HD_SYNC_MUTEX);
	cond = object(HD_SYNC_COND);
	as(1);
	hd_cond_signal(cond, &site);
	hd_cond_broadcast(cond, &site);
	as(0);
	hd_mutex_lock(mutex, &site, HD_FOREVER);
	assert_true(BLOCKS(hd_cond_wait(cond, mutex, &site, HD_FOREVER)));
}

// Threads 0 .. n-1 wait, in the order n-1 .. 0.
static void all_wait(unsigned n)
{
	begin(n + 1);
	mutex = object(HD_SYNC_MUTEX);
	cond = object(HD_SYNC_COND);
	for (unsigned t = n; t-- > 0;) {
		as(t);
		hd_mutex_lock(mutex, &site, HD_FOREVER);
		assert_true(BLOCKS(hd_cond_wait(cond, mutex, &site, HD_FOREVER)));
	}
	as(n);
}

static void a_signal_wakes_the_one_that_is_chosen(void **state)
{
	(void)state;
	for (unsigned k = 0; k < 3; k++) {
		all_wait(3);
		chosen = k;
		hd_cond_signal(cond, &site);
		assert_int_equal(choices, 3);
		for (unsigned t = 0; t < 3; t++) {
			assert_int_equal(hd_fibers[t].signalled, t == 2 - k); // in order of arrival
		}
	}
	chosen = 0;
	hd_cond_signal(cond, &site); // the two that are left
	assert_int_equal(choices, 2);
	all_wait(3);
	hd_cond_broadcast(cond, &site);
	assert_int_equal(choices, 0);
	for (unsigned t = 0; t < 3; t++) {
		assert_true(hd_fibers[t].signalled);
	}
}

static void who_timed_out_takes_no_signal(void **state)
{
	(void)state;
	all_wait(2);
	hd_fibers[1].timed_out = true;
	hd_cond_signal(cond, &site);
	assert_false(hd_fibers[1].signalled);
	assert_true(hd_fibers[0].signalled);
}

// ---- barriers -------------------------------------------------------------------------------------

static struct hd_sync *barrier;

static void thread_1_arrives(void)
{
	as(1);
	assert_true(hd_barrier_wait(barrier, &site)); // the last of two
	taken_late = true;
}

static void the_last_of_a_round_lets_the_others_go(void **state)
{
	(void)state;
	begin(3);
	barrier = object(HD_SYNC_BARRIER);
	barrier->limit = 2;
	for (unsigned round = 0; round < 3; round++) {
		taken_late = false;
		as(0);
		meanwhile = thread_1_arrives;
		assert_false(hd_barrier_wait(barrier, &site));
		assert_true(taken_late);
		assert_true(knows(0, 1) && knows(1, 0));
	}
	as(2);
	assert_true(BLOCKS(hd_barrier_wait(barrier, &site))); // first of the next round
}

// ---- semaphores ----------------------------------------------------------------------------------

static struct hd_sync *sem;

static void post_by_1(void)
{
	as(1);
	hd_sem_post(sem, &site);
}

static void a_semaphore_counts(void **state)
{
	(void)state;
	begin(2);
	sem = object(HD_SYNC_SEM);
	sem->count = 2;
	as(0);
	assert_int_equal(hd_sem_wait(sem, &site, HD_FOREVER), 0);
	assert_int_equal(hd_sem_trywait(sem, &site), 0);
	assert_int_equal(hd_sem_trywait(sem, &site), EAGAIN);
	assert_int_equal(hd_sem_wait(sem, &site, DEADLINE), ETIMEDOUT);
	assert_true(BLOCKS(hd_sem_wait(sem, &site, HD_FOREVER)));
	assert_int_equal(sem->count, 0);
	assert_false(knows(0, 1));
	meanwhile = post_by_1;
	assert_int_equal(hd_sem_wait(sem, &site, HD_FOREVER), 0);
	assert_true(knows(0, 1));
	assert_int_equal(sem->count, 0);
}

// ---- once ------------------------------------------------------------------------------------------

static struct hd_sync *once;

static void thread_0_is_done(void)
{
	as(0);
	hd_once_done(once);
}

static void one_thread_runs_it_and_the_others_wait(void **state)
{
	(void)state;
	begin(3);
	once = object(HD_SYNC_ONCE);
	as(0);
	assert_true(hd_once_begin(once, &site));
	as(1);
	assert_true(BLOCKS(hd_once_begin(once, &site)));
	as(1);
	meanwhile = thread_0_is_done;
	assert_false(hd_once_begin(once, &site));
	assert_true(knows(1, 0));
	as(2);
	assert_false(hd_once_begin(once, &site));
	assert_true(knows(2, 0));
}

// ---- futexes ----------------------------------------------------------------------------------------

static uint32_t word;

static void begin_futex(unsigned threads)
{
	begin(threads);
	if (!target_shadow((uintptr_t)&word, sizeof(word))) {
		skip(); // AddressSanitizer has its own shadow there
	}
	hd_cell_of((uintptr_t)&word)->gen = hd.gen;
	hd_cell_of((uintptr_t)&word)->valid = 8;
	word = 7;
}

static void wake_by_1(void)
{
	as(1);
	assert_int_equal(hd_futex_wake(&word, 1, UINT32_MAX, &site), 1);
}

static void a_futex_compares_and_waits(void **state)
{
	(void)state;
	begin_futex(2);
	as(1);
	assert_int_equal(hd_futex_wake(&word, 9, UINT32_MAX, &site), 0);
	as(0);
	assert_int_equal(hd_futex_wait(&word, 8, UINT32_MAX, &site, HD_FOREVER), EAGAIN);
	assert_int_equal(hd_futex_wait(&word, 7, UINT32_MAX, &site, DEADLINE), ETIMEDOUT);
	assert_null(hd_fibers[0].cond);
	assert_false(knows(0, 1));
	meanwhile = wake_by_1;
	assert_int_equal(hd_futex_wait(&word, 7, UINT32_MAX, &site, HD_FOREVER), 0);
	assert_true(knows(0, 1));
	assert_true(BLOCKS(hd_futex_wait(&word, 7, UINT32_MAX, &site, HD_FOREVER)));
}

static void a_futex_wakes_those_whose_mask_fits(void **state)
{
	(void)state;
	begin_futex(4);
	for (unsigned t = 3; t-- > 0;) {
		as(t);
		assert_true(BLOCKS(hd_futex_wait(&word, 7, t + 1, &site, HD_FOREVER))); // 3, then 2, then 1
	}
	as(3);
	assert_int_equal(hd_futex_wake(&word, 9, 4, &site), 0);
	assert_int_equal(hd_futex_wake(&word, 1, 2, &site), 1); // thread 2 came first
	assert_int_equal(choices, 2);
	assert_true(hd_fibers[2].signalled);
	assert_int_equal(hd_futex_wake(&word, 9, 3, &site), 2);
	assert_int_equal(hd_futex_wake(&word, 9, UINT32_MAX, &site), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mutex_excludes_and_orders),
		cmocka_unit_test(a_recursive_mutex_is_free_after_as_many_unlocks),
		cmocka_unit_test(types_differ_in_what_is_misuse),
		cmocka_unit_test(readers_share_and_writers_do_not),
		cmocka_unit_test(a_waiter_gives_the_mutex_up_and_takes_it_again),
		cmocka_unit_test(a_signalled_waiter_waits_for_the_mutex),
		cmocka_unit_test(a_signal_before_the_wait_is_lost),
		cmocka_unit_test(a_signal_wakes_the_one_that_is_chosen),
		cmocka_unit_test(who_timed_out_takes_no_signal),
		cmocka_unit_test(the_last_of_a_round_lets_the_others_go),
		cmocka_unit_test(a_semaphore_counts),
		cmocka_unit_test(one_thread_runs_it_and_the_others_wait),
		cmocka_unit_test(a_futex_compares_and_waits),
		cmocka_unit_test(a_futex_wakes_those_whose_mask_fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
