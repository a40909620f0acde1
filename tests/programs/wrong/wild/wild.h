// Two threads; the second does WILD once it has seen what the first wrote, so
// that only some schedules get there.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void wild(void);

static void *writer(void *unused)
{
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_mutex_unlock(&mutex);
	return unused;
}

static void *user(void *unused)
{
	pthread_mutex_lock(&mutex);
	int seen = ready;
	pthread_mutex_unlock(&mutex);
	if (seen) {
		wild();
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, user, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
