// SPDX-License-Identifier: Apache-2.0
// costs KIND COUNT: two threads that do one thing COUNT times in all. The cost of the thing is
// the slope between two counts; all else is the same.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int count;
static volatile int *words; // written by main while the first thread lives, then only read
static volatile int own[3][16];
static _Atomic int number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own_locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static volatile int guarded;

static void nothing(int me, int n)
{
	(void)me;
	for (int i = 0; i < n; i++)
		__asm__("");
}

// Two private accesses per round.
static void private_access(int me, int n)
{
	volatile int *mine = &own[me][0];

	for (int i = 0; i < n; i += 2) {
		(void)mine[0];
		mine[0] = i;
	}
}

static void shared_read(int me, int n)
{
	volatile int *w = words;

	(void)me;
	for (int i = 0; i < n; i++)
		(void)w[0];
}

static void guarded_access(int me, int n)
{
	(void)me;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i += 2) {
		(void)guarded;
		guarded = i;
	}
	pthread_mutex_unlock(&lock);
}

static void atomic_read(int me, int n)
{
	(void)me;
	atomic_fetch_add(&number, 1); // what nobody writes is no switch point
	for (int i = 0; i < n; i++)
		(void)atomic_load_explicit(&number, memory_order_relaxed);
}

static void atomic_add(int me, int n)
{
	(void)me;
	for (int i = 0; i < n; i++)
		atomic_fetch_add(&number, 1);
}

static void yield(int me, int n)
{
	(void)me;
	for (int i = 0; i < n; i++)
		sched_yield();
}

static void lock_own(int me, int n)
{
	pthread_mutex_t *mine = &own_locks[me];

	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(mine);
		pthread_mutex_unlock(mine);
	}
}

static void lock_shared(int me, int n)
{
	(void)me;
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
}

static void allocate(int me, int n)
{
	(void)me;
	for (int i = 0; i < n; i++) {
		void *p = malloc(16);
		__asm__("" : "+r"(p));
		free(p);
	}
}

// Not static: only such functions tell of their entry and exit.
int callee(int i);
__attribute__((noinline)) int callee(int i)
{
	__asm__("" : "+r"(i));
	return i;
}

static void call(int me, int n)
{
	(void)me;
	for (int i = 0; i < n; i++)
		callee(i);
}

static const struct kind {
	const char *name;
	void (*run)(int me, int n);
} kinds[] = {
	{"nothing", nothing},
	{"private", private_access},
	{"shared", shared_read},
	{"guarded", guarded_access},
	{"atomic_read", atomic_read},
	{"atomic_add", atomic_add},
	{"yield", yield},
	{"lock_own", lock_own},
	{"lock_shared", lock_shared},
	{"malloc", allocate},
	{"call", call},
};

static const struct kind *kind;

static void *thread(void *me)
{
	kind->run((int)(long)me, count / 2);
	return NULL;
}

static void *empty(void *unused)
{
	return unused;
}

static void create_and_join(void)
{
	for (int i = 0; i < count; i++) {
		pthread_t t;
		pthread_create(&t, NULL, empty, NULL);
		pthread_join(t, NULL);
	}
}

// The threads start only after main has written, so that their reads are ordered.
static void two_threads(void)
{
	pthread_t helper, a, b;

	pthread_create(&helper, NULL, empty, NULL);
	words = malloc(64);
	words[0] = 1;
	pthread_create(&a, NULL, thread, (void *)1);
	pthread_create(&b, NULL, thread, (void *)2);
	pthread_join(helper, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free((void *)words);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	count = atoi(argv[2]);
	if (strcmp(argv[1], "create") == 0) {
		create_and_join();
		return 0;
	}
	if (strcmp(argv[1], "alone") == 0) { // before any thread
		private_access(0, count);
		return 0;
	}
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strcmp(argv[1], kinds[i].name) == 0)
			kind = &kinds[i];
	if (!kind)
		return 2;
	two_threads();
	return 0;
}
