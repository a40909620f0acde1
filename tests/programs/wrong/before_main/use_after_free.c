// heddle: use-after-free|data-race
// One thread frees a block from a constructor while the other may still read it.
#include <pthread.h>
#include <stdlib.h>

static int *block;

__attribute__((constructor)) static void make(void)
{
	block = calloc(4, sizeof(*block));
}

static void *drop(void *unused)
{
	free(block);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, drop, NULL);
	int value = block[1];
	pthread_join(t, NULL);
	return value;
}
