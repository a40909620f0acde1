// heddle: none
// A block from a constructor is as the constructor left it whenever main begins, also after it was freed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void make(void)
{
	count = malloc(sizeof(*count));
	*count = 0;
}

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	++*count;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(*count == 0);
	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(*count == 2);
	free(count);
	return 0;
}
