// heddle: wild-access
// Reads what another thread may have unmapped.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>

static int *shared;
static sem_t unmapped;

static void *leave(void *unused)
{
	munmap(shared, 4096);
	sem_post(&unmapped);
	return unused;
}

int main(void)
{
	pthread_t t;

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	shared[1] = 1;
	sem_init(&unmapped, 0, 0);
	pthread_create(&t, NULL, leave, NULL);
	sem_wait(&unmapped);
	int value = shared[1];
	pthread_join(t, NULL);
	return value;
}
