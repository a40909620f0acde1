// heddle: none executions=2000
// Leaves what it has mapped; every execution gets fresh memory at the same address.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused)
{
	pthread_mutex_lock(&lock);
	shared[1000]++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	shared = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(shared != MAP_FAILED && shared[1000] == 0);
	pthread_create(&t, NULL, count, NULL);
	count(NULL);
	pthread_join(t, NULL);
	assert(shared[1000] == 2);
	return 0;
}
