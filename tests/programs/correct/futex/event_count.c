// heddle: none
// An event count: looks again after it has announced itself, before it sleeps.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static void futex_wait(atomic_uint *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(atomic_uint *word, int most)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, NULL, NULL, 0);
}

static atomic_uint epoch;
static atomic_int waiting;
static atomic_int items;

static void notify(void)
{
	atomic_fetch_add(&epoch, 1);
	if (atomic_load(&waiting) > 0) {
		futex_wake(&epoch, INT_MAX);
	}
}

static void *consume(void *unused)
{
	while (atomic_load(&items) == 0) {
		unsigned seen = atomic_load(&epoch);
		atomic_fetch_add(&waiting, 1);
		if (atomic_load(&items) == 0) {
			futex_wait(&epoch, seen);
		}
		atomic_fetch_sub(&waiting, 1);
	}
	atomic_fetch_sub(&items, 1);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, consume, NULL);
	atomic_store(&items, 1);
	notify();
	pthread_join(t, NULL);
	assert(atomic_load(&items) == 0);
	return 0;
}
