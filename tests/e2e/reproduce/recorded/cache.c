#include "cache.h" // SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct item { struct item *next; char key[16]; int value; };
struct cache { pthread_mutex_t lock; struct item *items; size_t size; };
cache *cache_new(void)
{
	cache *c = calloc(1, sizeof(*c));
	pthread_mutex_init(&c->lock, NULL);
	return c;
}
void cache_evict(cache *c)
{
	pthread_mutex_lock(&c->lock);
	struct item *i = c->items;
	c->items = NULL;
	c->size = 0;
	pthread_mutex_unlock(&c->lock);
	while (i) {
		struct item *next = i->next;
		free(i);
		i = next;
	}
}
void cache_free(cache *c)
{
	cache_evict(c);
	pthread_mutex_destroy(&c->lock);
	free(c);
}
int cache_put(cache *c, const char *key, int value)
{
	struct item *i = calloc(1, sizeof(*i));
	strncpy(i->key, key, sizeof(i->key) - 1);
	i->value = value;
	pthread_mutex_lock(&c->lock);
	i->next = c->items;
	c->items = i;
	c->size++;
	pthread_mutex_unlock(&c->lock);
	return 0;
}
static struct item *find(cache *c, const char *key)
{
	pthread_mutex_lock(&c->lock);
	struct item *i = c->items;
	while (i && strcmp(i->key, key) != 0) {
		i = i->next;
	}
	pthread_mutex_unlock(&c->lock);
	return i;
}
int cache_get(cache *c, const char *key)
{
	struct item *i = find(c, key);
	return i ? i->value : -1;
}
size_t cache_size(cache *c)
{
	pthread_mutex_lock(&c->lock);
	size_t n = c->size;
	pthread_mutex_unlock(&c->lock);
	return n;
}
