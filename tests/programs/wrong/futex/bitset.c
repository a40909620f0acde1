// heddle: deadlock
// Wakes those who wait for another bit.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static void *reader(void *unused)
{
	while (atomic_load(&word) == 0) {
		syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, 1);
	}
	return unused;
}

int main(void)
{
	pthread_t r;

	pthread_create(&r, NULL, reader, NULL);
	atomic_store(&word, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 2);
	pthread_join(r, NULL);
	return 0;
}
