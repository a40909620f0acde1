// heddle: data-race
// Two threads write to mapped memory without a lock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static void *write_it(void *shared)
{
	*(int *)shared = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	pthread_create(&t, NULL, write_it, shared + 5);
	shared[5] = 2;
	pthread_join(t, NULL);
	return 0;
}
