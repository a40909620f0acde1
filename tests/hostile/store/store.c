// A store whose keys are names of files.
#include "store.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct store { pthread_mutex_t lock; int n; };
struct store *store_create(void)
{
	struct store *s = calloc(1, sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	return s;
}
void store_destroy(struct store *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}
int store_put(struct store *s, const char *key, const char *value)
{
	pthread_mutex_lock(&s->lock);
	FILE *f = fopen(key, "w");
	if (f) {
		fputs(value, f);
		fclose(f);
		s->n++;
	}
	pthread_mutex_unlock(&s->lock);
	return f ? 0 : -1;
}
int store_remove(struct store *s, const char *key)
{
	pthread_mutex_lock(&s->lock);
	int r = unlink(key);
	pthread_mutex_unlock(&s->lock);
	return r;
}
int store_rename(struct store *s, const char *from, const char *to)
{
	pthread_mutex_lock(&s->lock);
	int r = rename(from, to);
	pthread_mutex_unlock(&s->lock);
	return r;
}
int store_cut(struct store *s, const char *key)
{
	pthread_mutex_lock(&s->lock);
	int r = truncate(key, 0);
	pthread_mutex_unlock(&s->lock);
	return r;
}
