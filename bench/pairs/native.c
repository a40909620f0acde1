// SPDX-License-Identifier: Apache-2.0
// Takes the engine's place under a program that `heddle cc -fno-inline -c` made, and runs it on
// real threads: hooks and shims do what they announce, disturbed as by the random techniques that
// TSA was compared with, and remember which lock sites follow each other. Each execution is a process.
//   native y|s10|s100 PROBABILITY EXECUTIONS AT_A_TIME SEED
// prints for each execution its own number of pairs and that of all up to it.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOCKS = 256, MOST = 4096, STACK = 1 << 20, TOO_LONG = 120, APART = 2000 };

struct pair {
	uint32_t first, second; // code addresses; the program is not position independent
};

struct log {
	atomic_uint n;
	struct pair pairs[MOST];
};

static struct {
	atomic_uintptr_t address;
	_Atomic uint32_t last; // site that took it last
} locks[LOCKS];

static struct log *my_log;
static unsigned longest; // delay in nanoseconds, 0: yields
static double probability;
static unsigned seed;
static atomic_uint threads; // created so far
static _Thread_local unsigned short dice[3];
static _Thread_local bool has_dice;

// ---- what happens at each point ------------------------------------------------------

static double draw(void)
{
	if (!has_dice) {
		unsigned mine = seed * 100 + threads;
		has_dice = true;
		memcpy(dice, &mine, sizeof(mine));
		dice[2] = (unsigned short)gettid();
	}
	return erand48(dice);
}

static void disturb(void)
{
	if (threads == 0 || draw() >= probability) {
		return;
	}
	if (longest == 0) {
		sched_yield();
		return;
	}
	nanosleep(&(struct timespec){.tv_nsec = (long)(draw() * longest)}, NULL);
}

static void touch(const void *address)
{
	const char *here = __builtin_frame_address(0);
	ptrdiff_t distance = (const char *)address - here;
	if (distance > STACK || distance < -STACK) { // not on its own stack
		disturb();
	}
}

static void locked(const void *lock, const void *site)
{
	unsigned i = (unsigned)((uintptr_t)lock / 8 % LOCKS);
	for (uintptr_t nobody = 0; !atomic_compare_exchange_strong(&locks[i].address, &nobody, (uintptr_t)lock); nobody = 0) {
		if (nobody == (uintptr_t)lock) {
			break;
		}
		i = (i + 1) % LOCKS;
	}
	uint32_t second = (uint32_t)(uintptr_t)site, first = atomic_exchange(&locks[i].last, second);
	unsigned n = first ? my_log->n++ : MOST;
	if (n < MOST) {
		my_log->pairs[n] = (struct pair){first, second};
	}
}

// ---- hooks -------------------------------------------------------------------------------

const void *__heddle_callsite;
uint8_t __heddle_watch;

#define ACCESS(name) void __heddle_##name(const void *address) { touch(address); }
ACCESS(read1)
ACCESS(read2)
ACCESS(read4)
ACCESS(read8)
ACCESS(read_n)
ACCESS(write1)
ACCESS(write2)
ACCESS(write4)
ACCESS(write8)
ACCESS(write_n)
ACCESS(atomic_read)
ACCESS(atomic_write)
ACCESS(atomic_rmw)
ACCESS(atomic_cas)

#define NOTHING(name) void __heddle_##name(void) {}
NOTHING(loop)
NOTHING(enter)
NOTHING(leave)
NOTHING(branch)

// ---- shims ---------------------------------------------------------------------------------

#define LOCKS_IT(name, type)                                \
	int __heddle_##name(type *lock)                         \
	{                                                       \
		disturb();                                          \
		int status = name(lock);                            \
		locked((const void *)lock, __builtin_return_address(0)); \
		return status;                                      \
	}
LOCKS_IT(pthread_mutex_lock, pthread_mutex_t)
LOCKS_IT(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCKS_IT(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCKS_IT(pthread_spin_lock, pthread_spinlock_t)

#define DISTURBED(name, type)     \
	int __heddle_##name(type *o)  \
	{                             \
		disturb();                \
		return name(o);           \
	}
DISTURBED(pthread_mutex_unlock, pthread_mutex_t)
DISTURBED(pthread_rwlock_unlock, pthread_rwlock_t)
DISTURBED(pthread_spin_unlock, pthread_spinlock_t)
DISTURBED(pthread_cond_signal, pthread_cond_t)
DISTURBED(pthread_cond_broadcast, pthread_cond_t)

int __heddle_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	disturb();
	int status = pthread_cond_wait(c, m);
	locked(m, __builtin_return_address(0));
	return status;
}

int __heddle_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*body)(void *), void *arg)
{
	disturb();
	threads++;
	return pthread_create(t, a, body, arg);
}

int __heddle_pthread_join(pthread_t t, void **result)
{
	disturb();
	return pthread_join(t, result);
}

#define AS_IT_IS(result, name, parameters, arguments) \
	result __heddle_##name parameters { return name arguments; }
AS_IT_IS(void *, malloc, (size_t n), (n))
AS_IT_IS(void *, calloc, (size_t n, size_t size), (n, size))
AS_IT_IS(void *, realloc, (void *old, size_t n), (old, n))
AS_IT_IS(int, pthread_mutex_init, (pthread_mutex_t *m, const pthread_mutexattr_t *a), (m, a))
AS_IT_IS(int, pthread_rwlock_init, (pthread_rwlock_t *l, const pthread_rwlockattr_t *a), (l, a))
AS_IT_IS(int, pthread_spin_init, (pthread_spinlock_t *l, int shared), (l, shared))
AS_IT_IS(int, pthread_cond_init, (pthread_cond_t *c, const pthread_condattr_t *a), (c, a))

void __heddle_free(void *block)
{
	free(block);
}

void __heddle___assert_fail(void)
{
	abort();
}

// ---- executions -------------------------------------------------------------------------------

int __heddle_main(void);

static unsigned unite(struct log *all, const struct log *one)
{
	unsigned added = 0;
	for (unsigned i = 0; i < one->n && i < MOST; i++) {
		unsigned k = 0;
		while (k < all->n && memcmp(&all->pairs[k], &one->pairs[i], sizeof(struct pair)) != 0) {
			k++;
		}
		if (k == all->n && k < MOST) {
			all->pairs[all->n++] = one->pairs[i];
			added++;
		}
	}
	return added;
}

static void execute(struct log *log, unsigned number)
{
	alarm(TOO_LONG);
	my_log = log;
	seed += number;
	_exit(__heddle_main());
}

static void await(void)
{
	int status;
	if (wait(&status) > 0 && status != 0) {
		fprintf(stderr, "native: an execution ended with status %#x\n", status);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	if (argc != 6) {
		return 2;
	}
	longest = argv[1][0] == 's' ? (unsigned)atoi(argv[1] + 1) * 1000000u : 0;
	probability = atof(argv[2]);
	unsigned executions = (unsigned)atoi(argv[3]), at_a_time = (unsigned)atoi(argv[4]);
	seed = (unsigned)atoi(argv[5]) * 100000;
	struct log *logs = mmap(NULL, executions * sizeof(*logs), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (unsigned i = 0; i < executions; i++) {
		if (i >= at_a_time) {
			await();
		}
		if (fork() == 0) {
			execute(&logs[i], i);
		}
		usleep(at_a_time > 1 ? APART : 0); // their threads are not created at the same time
	}
	for (unsigned i = 0; i < at_a_time; i++) {
		await();
	}
	static struct log all;
	for (unsigned i = 0; i < executions; i++) {
		static struct log own;
		own.n = 0;
		unsigned pairs = unite(&own, &logs[i]);
		unite(&all, &logs[i]);
		printf("%u %u\n", pairs, all.n);
	}
	return 0;
}
