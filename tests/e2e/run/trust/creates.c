// Built without heddle.
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
	return unused;
}

void create(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL) == 0) {
		pthread_join(thread, NULL);
	}
}
