// heddle: data-race|assertion
// The mutex is never taken: testing and setting it are two steps.
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

static atomic_uint lock_word; // 0: free, 1: held, 2: held and waited for
static int counter;

static void lock(void)
{
	unsigned seen = 0;

	if (atomic_load(&lock_word) == 0) {
		atomic_store(&lock_word, 1);
		return;
	}
	seen = 1;
	if (seen != 2) {
		seen = atomic_exchange(&lock_word, 2);
	}
	while (seen != 0) {
		futex_wait(&lock_word, 2);
		seen = atomic_exchange(&lock_word, 2);
	}
}

static void unlock(void)
{
	if (atomic_fetch_sub(&lock_word, 1) != 1) {
		atomic_store(&lock_word, 0);
		futex_wake(&lock_word, 1);
	}
}

static void *count(void *unused)
{
	for (int i = 0; i < 2; i++) {
		lock();
		counter++;
		unlock();
	}
	return unused;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++) {
		pthread_create(&t[i], NULL, count, NULL);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(t[i], NULL);
	}
	assert(counter == 2 * 2);
	return 0;
}
