// heddle: wild-access oracle=crash,memory
// One thread unmaps a buffer while the other still reads far behind its start.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

#define SIZE (1 << 18)

static char *buffer;

static void *leave(void *unused)
{
	munmap(buffer, SIZE);
	return unused;
}

int main(void)
{
	pthread_t t;

	buffer = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	buffer[100000] = 3;
	pthread_create(&t, NULL, leave, NULL);
	int value = buffer[100000];
	pthread_join(t, NULL);
	return value - 3;
}
