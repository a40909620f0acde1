// heddle: wild-access oracle=crash,memory
// One thread takes the right to write away before the other has written.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *shared;

static void *seal(void *unused)
{
	mprotect(shared, 4096, PROT_READ);
	return unused;
}

int main(void)
{
	pthread_t t;

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, NULL, seal, NULL);
	shared[40] = 1;
	pthread_join(t, NULL);
	return 0;
}
