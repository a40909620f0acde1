// heddle: assertion
// A lost update; the addresses of mapped memory are in what is shared.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static _Atomic(atomic_int *) counter;

static void *count(void *unused)
{
	atomic_store(counter, atomic_load(counter) + 1);
	return unused;
}

int main(void)
{
	pthread_t t;

	counter = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(atomic_load(counter) == 2);
	return 0;
}
