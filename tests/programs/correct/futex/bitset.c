// heddle: none
// Two threads wait for different bits: each is woken by its own.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word, readers_done, writers_done;

static void *reader(void *unused)
{
	while (atomic_load(&word) == 0) {
		syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, 1);
	}
	atomic_store(&readers_done, 1);
	return unused;
}

static void *writer(void *unused)
{
	while (atomic_load(&word) == 0) {
		syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, 2);
	}
	atomic_store(&writers_done, 1);
	return unused;
}

int main(void)
{
	pthread_t r, w;

	pthread_create(&r, NULL, reader, NULL);
	pthread_create(&w, NULL, writer, NULL);
	atomic_store(&word, 1);
	assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 9, NULL, NULL, 1) <= 1);
	pthread_join(r, NULL);
	assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 9, NULL, NULL, 2) <= 1);
	pthread_join(w, NULL);
	assert(readers_done && writers_done);
	return 0;
}
