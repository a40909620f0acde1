// Correct, but for what an earlier execution left in a variable that heddle does not see.
#include <assert.h>
#include <pthread.h>

int count_calls(void); // uncontrolled.c

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
	pthread_mutex_lock(&lock); // so that there are two schedules
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	work(NULL);
	pthread_join(thread, NULL);
	assert(count_calls() == 1);
	return 0;
}
