// heddle: none
// A recursive lock knows its owner by the thread number that syscall() gives.
#define _GNU_SOURCE
#include <assert.h>
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

static atomic_uint owner;
static int depth, counter;

static void lock(void)
{
	unsigned me = (unsigned)syscall(SYS_gettid), nobody = 0;

	if (atomic_load(&owner) == me) {
		depth++;
		return;
	}
	while (!atomic_compare_exchange_strong(&owner, &nobody, me)) {
		futex_wait(&owner, nobody);
		nobody = 0;
	}
	depth = 1;
}

static void unlock(void)
{
	if (--depth == 0) {
		atomic_store(&owner, 0);
		futex_wake(&owner, 1);
	}
}

static void *count(void *unused)
{
	lock();
	lock();
	counter++;
	unlock();
	unlock();
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(syscall(SYS_gettid) == getpid());
	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(counter == 2 && gettid() == getpid());
	return 0;
}
