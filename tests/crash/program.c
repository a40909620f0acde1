// SPDX-License-Identifier: Apache-2.0
// Crashes in a thread: program null | assert | deadlock; with a second argument, a handler prints a backtrace.
#include <assert.h>
#include <execinfo.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct queue {
	int (*compare)(int, int);
	int size;
};

static struct queue queue;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t both;

static inline __attribute__((always_inline)) int call_compare(struct queue *q)
{
	return q->compare(1, 2) + 1;
}

__attribute__((noinline)) int queue_pop(struct queue *q)
{
	return call_compare(q) + 1;
}

// Has no frame when it is compiled with optimisation: a jump is all it does.
__attribute__((noinline)) int queue_take(struct queue *q)
{
	return queue_pop(q);
}

__attribute__((noinline)) int queue_check(struct queue *q)
{
	assert(q->size > 0);
	return q->size;
}

static void *pop(void *unused)
{
	(void)unused;
	return queue_take(&queue) ? &queue : NULL;
}

static void *check(void *unused)
{
	(void)unused;
	return queue_check(&queue) ? &queue : NULL;
}

__attribute__((noinline)) static void take_both(int first)
{
	pthread_mutex_lock(&locks[first]);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&locks[!first]);
}

static void *lock(void *first)
{
	take_both(first != NULL);
	return NULL;
}

// Until both threads wait for a lock: glibc marks it so.
static void await_deadlock(void)
{
	for (int i = 0; i < 2; i++) {
		while (__atomic_load_n(&locks[i].__data.__lock, __ATOMIC_SEQ_CST) != 2) {
			sched_yield();
		}
	}
}

static void handler(int number)
{
	void *frames[32];
	backtrace_symbols_fd(frames, backtrace(frames, 32), STDOUT_FILENO);
	_exit(128 + number);
}

int main(int argc, char **argv)
{
	pthread_t threads[2];
	if (argc > 2) {
		signal(SIGABRT, handler);
	}
	if (strcmp(argv[1], "deadlock") == 0) {
		pthread_barrier_init(&both, NULL, 2);
		pthread_create(&threads[0], NULL, lock, NULL);
		pthread_create(&threads[1], NULL, lock, &both);
		await_deadlock();
		kill(getpid(), SIGQUIT);
	}
	pthread_create(&threads[0], NULL, strcmp(argv[1], "null") == 0 ? pop : check, NULL);
	return pthread_join(threads[0], NULL);
}
