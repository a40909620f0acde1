// heddle: use-after-free
// The waiter sees the flag, and frees the condition that the signaller is about to signal.
#include <pthread.h>
#include <stdlib.h>

struct event {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int set;
};

static void *set(void *data)
{
	struct event *e = data;

	pthread_mutex_lock(&e->lock);
	e->set = 1;
	pthread_mutex_unlock(&e->lock);
	pthread_cond_signal(&e->changed);
	return NULL;
}

int main(void)
{
	struct event *e = calloc(1, sizeof(*e));
	pthread_t thread;

	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->changed, NULL);
	pthread_create(&thread, NULL, set, e);
	pthread_mutex_lock(&e->lock);
	while (!e->set) {
		pthread_cond_wait(&e->changed, &e->lock);
	}
	pthread_mutex_unlock(&e->lock);
	free(e);
	pthread_join(thread, NULL);
	return 0;
}
