// heddle: none
// A thread-specific key from a constructor is known to all threads, and its destructor runs for each that has a value.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int freed, first = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void give_back(void *p)
{
	free(p);
	pthread_mutex_lock(&lock);
	freed++;
	pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void make(void)
{
	if (pthread_key_create(&key, give_back) != 0 || pthread_setspecific(key, &first) != 0) {
		abort();
	}
}

static void *use(void *unused)
{
	assert(pthread_getspecific(key) == NULL);
	assert(pthread_setspecific(key, malloc(1)) == 0);
	assert(pthread_getspecific(key) != NULL);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_key_t another;

	assert(pthread_getspecific(key) == &first);
	assert(pthread_key_create(&another, NULL) == 0 && another != key);
	assert(pthread_getspecific(another) == NULL);
	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(freed == 2);
	assert(pthread_setspecific(key, NULL) == 0 && pthread_key_delete(key) == 0);
	return 0;
}
