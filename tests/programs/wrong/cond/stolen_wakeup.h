#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static int closed;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&lock);
	if (items == 0 && !closed) { // should be while
		pthread_cond_wait(&changed, &lock);
	}
	assert(items > 0 || closed);
	items = 0;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, consumer, NULL);
	pthread_mutex_lock(&lock);
	items = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);

	pthread_mutex_lock(&lock);
	items = 0;
	pthread_mutex_unlock(&lock);

	pthread_mutex_lock(&lock);
	closed = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
