// heddle: deadlock
// An alarm would end the process: that is what it is there for, and no way out of the deadlock.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
	pthread_mutex_lock(&second);
	pthread_mutex_lock(&first);
	pthread_mutex_unlock(&first);
	pthread_mutex_unlock(&second);
	return unused;
}

int main(void)
{
	pthread_t thread;

	alarm(10);
	pthread_create(&thread, NULL, work, NULL);
	pthread_mutex_lock(&first);
	pthread_mutex_lock(&second);
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&first);
	pthread_join(thread, NULL);
	return 0;
}
