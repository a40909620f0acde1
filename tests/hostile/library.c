// Well-behaved, but for what harm() does.
#include "library.h"

#include <pthread.h>
#include <stdlib.h>

int harm(const char *name, int number);

struct library {
	pthread_mutex_t lock;
	int calls;
};

struct library *library_create(void)
{
	struct library *l = calloc(1, sizeof(*l));
	pthread_mutex_init(&l->lock, NULL);
	return l;
}

void library_destroy(struct library *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l);
}

int library_do(struct library *l, const char *name, int number)
{
	pthread_mutex_lock(&l->lock);
	l->calls++;
	harm(name, number);
	pthread_mutex_unlock(&l->lock);
	return 0;
}

int library_again(struct library *l, const char *name)
{
	return library_do(l, name, 0);
}
