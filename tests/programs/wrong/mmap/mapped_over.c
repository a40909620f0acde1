// heddle: assertion oracle=crash,memory
// One thread maps fresh memory over what the other still needs.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static atomic_int *shared;

static void *replace(void *unused)
{
	mmap(shared, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	return unused;
}

int main(void)
{
	pthread_t t;

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	shared[700] = 1;
	pthread_create(&t, NULL, replace, NULL);
	assert(shared[700] == 1);
	pthread_join(t, NULL);
	return 0;
}
