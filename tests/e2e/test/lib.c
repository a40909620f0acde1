#include "lib.h"
#include <pthread.h>
#include <stdlib.h>
struct lib { pthread_mutex_t lock; int count; };
lib *lib_new(int size)
{
	lib *l = calloc(1, sizeof(*l));
	(void)size;
	pthread_mutex_init(&l->lock, NULL);
	return l;
}
void lib_free(lib *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l);
}
int lib_push(lib *l, int value)
{
	pthread_mutex_lock(&l->lock);
	l->count += value > 0;
	pthread_mutex_unlock(&l->lock);
	return 0;
}
int lib_count(const lib *l)
{
	pthread_mutex_lock((pthread_mutex_t *)&l->lock);
	int count = l->count;
	pthread_mutex_unlock((pthread_mutex_t *)&l->lock);
	return count;
}
