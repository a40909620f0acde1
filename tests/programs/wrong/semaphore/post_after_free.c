// heddle: use-after-free
// The one who waits polls, and frees the semaphore while the other is about to post it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct gate {
	atomic_int open;
	sem_t passed;
};

static void *open_gate(void *data)
{
	struct gate *g = data;

	atomic_store(&g->open, 1);
	sem_post(&g->passed);
	return NULL;
}

int main(void)
{
	struct gate *g = calloc(1, sizeof(*g));
	pthread_t thread;

	sem_init(&g->passed, 0, 0);
	pthread_create(&thread, NULL, open_gate, g);
	if (!atomic_load(&g->open)) {
		sem_wait(&g->passed);
	}
	free(g);
	pthread_join(thread, NULL);
	return 0;
}
