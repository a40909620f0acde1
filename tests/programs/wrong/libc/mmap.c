// heddle: assertion
// A lost update between two locked sections, with a page from mmap in between.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	pthread_mutex_unlock(&lock);
	int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(page != MAP_FAILED);
	*page = v + 1;
	pthread_mutex_lock(&lock);
	counter = *page;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
