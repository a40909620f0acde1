// heddle: assertion
// A lost update of a count in a block from a constructor.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *count;
static pthread_mutex_t *lock;

__attribute__((constructor)) static void make(void)
{
	count = calloc(1, sizeof(*count));
	lock = malloc(sizeof(*lock));
	pthread_mutex_init(lock, NULL);
}

static void *add(void *unused)
{
	pthread_mutex_lock(lock);
	int v = *count;
	pthread_mutex_unlock(lock);
	pthread_mutex_lock(lock);
	*count = v + 1;
	pthread_mutex_unlock(lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(*count == 2);
	return 0;
}
