// heddle: data-race|wild-access
// One thread unmaps while the other still writes.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *shared;

static void *leave(void *unused)
{
	munmap(shared, 4096);
	return unused;
}

int main(void)
{
	pthread_t t;

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, NULL, leave, NULL);
	shared[1] = 1;
	pthread_join(t, NULL);
	return 0;
}
