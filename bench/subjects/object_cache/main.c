// SPDX-License-Identifier: Apache-2.0
// An object cache used by ten threads: one lock for the map and the order of
// use, one for the statistics, one for each object. The cleaner takes a copy
// under the cache's lock and looks again under it before it removes.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SLOTS = 6, KEYS = 9, THREADS = 10 };

struct object {
	pthread_mutex_t lock;
	int key; // -1: free
	int value;
	int used; // when, by the cache's clock
};

static struct {
	pthread_mutex_t lock;
	struct object objects[SLOTS];
	int count, clock, capacity;
} cache;

static struct {
	pthread_mutex_t lock;
	int hits, misses, puts, removals;
} statistics;

// ---- statistics ------------------------------------------------------------------

static void count_hit(void)
{
	pthread_mutex_lock(&statistics.lock);
	statistics.hits++;
	pthread_mutex_unlock(&statistics.lock);
}

static void count_miss(void)
{
	pthread_mutex_lock(&statistics.lock);
	statistics.misses++;
	pthread_mutex_unlock(&statistics.lock);
}

static void count_put(void)
{
	pthread_mutex_lock(&statistics.lock);
	statistics.puts++;
	pthread_mutex_unlock(&statistics.lock);
}

static void count_removal(void)
{
	pthread_mutex_lock(&statistics.lock);
	statistics.removals++;
	pthread_mutex_unlock(&statistics.lock);
}

#define GETTER(name)                             \
	static int get_##name(void)                  \
	{                                            \
		pthread_mutex_lock(&statistics.lock);    \
		int n = statistics.name;                 \
		pthread_mutex_unlock(&statistics.lock);  \
		return n;                                \
	}
GETTER(hits)
GETTER(misses)
GETTER(puts)
GETTER(removals)

static void reset_statistics(void)
{
	pthread_mutex_lock(&statistics.lock);
	statistics.hits = statistics.misses = statistics.puts = statistics.removals = 0;
	pthread_mutex_unlock(&statistics.lock);
}

// ---- the cache, its lock held --------------------------------------------------------

static struct object *find(int key)
{
	for (int i = 0; i < SLOTS; i++) {
		if (cache.objects[i].key == key) {
			return &cache.objects[i];
		}
	}
	return NULL;
}

static void drop(struct object *o)
{
	pthread_mutex_lock(&o->lock);
	o->key = -1;
	pthread_mutex_unlock(&o->lock);
	cache.count--;
	count_removal();
}

static struct object *oldest(void)
{
	struct object *found = NULL;
	for (int i = 0; i < SLOTS; i++) {
		struct object *o = &cache.objects[i];
		if (o->key >= 0 && (!found || o->used < found->used)) {
			found = o;
		}
	}
	return found;
}

static void make_room(void)
{
	while (cache.count >= cache.capacity) {
		drop(oldest());
	}
}

// ---- what users call -------------------------------------------------------------------

static void cache_put(int key, int value)
{
	pthread_mutex_lock(&cache.lock);
	struct object *o = find(key);
	if (!o) {
		make_room();
		o = find(-1);
		cache.count++;
	}
	pthread_mutex_lock(&o->lock);
	o->key = key;
	o->value = value;
	o->used = ++cache.clock;
	pthread_mutex_unlock(&o->lock);
	pthread_mutex_unlock(&cache.lock);
	count_put();
}

static int cache_get(int key)
{
	int value = -1;
	pthread_mutex_lock(&cache.lock);
	struct object *o = find(key);
	if (o) {
		pthread_mutex_lock(&o->lock);
		o->used = ++cache.clock;
		value = o->value;
		pthread_mutex_unlock(&o->lock);
	}
	pthread_mutex_unlock(&cache.lock);
	if (value < 0) {
		count_miss();
	} else {
		count_hit();
	}
	return value;
}

static void cache_remove(int key)
{
	pthread_mutex_lock(&cache.lock);
	struct object *o = find(key);
	if (o) {
		drop(o);
	}
	pthread_mutex_unlock(&cache.lock);
}

static void cache_clear(void)
{
	pthread_mutex_lock(&cache.lock);
	for (int i = 0; i < SLOTS; i++) {
		if (cache.objects[i].key >= 0) {
			drop(&cache.objects[i]);
		}
	}
	pthread_mutex_unlock(&cache.lock);
}

static int cache_size(void)
{
	pthread_mutex_lock(&cache.lock);
	int n = cache.count;
	pthread_mutex_unlock(&cache.lock);
	return n;
}

static int cache_capacity(void)
{
	pthread_mutex_lock(&cache.lock);
	int capacity = cache.capacity;
	pthread_mutex_unlock(&cache.lock);
	return capacity;
}

static void cache_set_capacity(int capacity)
{
	pthread_mutex_lock(&cache.lock);
	cache.capacity = capacity;
	make_room();
	pthread_mutex_unlock(&cache.lock);
}

static void cache_touch(int key)
{
	pthread_mutex_lock(&cache.lock);
	struct object *o = find(key);
	if (o) {
		o->used = ++cache.clock;
	}
	pthread_mutex_unlock(&cache.lock);
}

static void cache_update(int key)
{
	pthread_mutex_lock(&cache.lock);
	struct object *o = find(key);
	if (o) {
		pthread_mutex_lock(&o->lock);
		o->value++;
		pthread_mutex_unlock(&o->lock);
	}
	pthread_mutex_unlock(&cache.lock);
}

static void cache_clean(void)
{
	int keys[SLOTS], n = 0;
	pthread_mutex_lock(&cache.lock);
	for (int i = 0; i < SLOTS; i++) {
		if (cache.objects[i].key >= 0) {
			keys[n++] = cache.objects[i].key;
		}
	}
	pthread_mutex_unlock(&cache.lock);
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&cache.lock);
		struct object *o = find(keys[i]);
		if (o && o->used + 4 < cache.clock) {
			drop(o);
		}
		pthread_mutex_unlock(&cache.lock);
	}
}

// ---- the threads ----------------------------------------------------------------------

static void *adds(void *arg)
{
	int t = (int)(size_t)arg;
	cache_put(t, 10 * t);
	cache_put((t + 1) % KEYS, t);
	cache_get(t);
	cache_touch((t + 2) % KEYS);
	return NULL;
}

static void *removes(void *arg)
{
	int t = (int)(size_t)arg;
	cache_get((t + 3) % KEYS);
	cache_remove(t % KEYS);
	cache_update((t + 1) % KEYS);
	cache_remove((t + 1) % KEYS);
	return NULL;
}

static void *manages(void *arg)
{
	(void)arg;
	assert(cache_size() <= SLOTS);
	cache_set_capacity(SLOTS - 1);
	reset_statistics();
	cache_set_capacity(cache_capacity() + 1);
	cache_clear();
	assert(get_hits() >= 0 && get_misses() >= 0);
	return NULL;
}

static void *cleans(void *arg)
{
	(void)arg;
	cache_clean();
	assert(cache_capacity() <= SLOTS);
	assert(get_puts() >= 0 && get_removals() >= 0);
	return NULL;
}

int main(void)
{
	static void *(*const bodies[THREADS])(void *) = {
		adds, removes, adds, removes, adds, removes, adds, removes, manages, cleans,
	};
	pthread_t threads[THREADS];

	pthread_mutex_init(&cache.lock, NULL);
	pthread_mutex_init(&statistics.lock, NULL);
	cache.capacity = SLOTS;
	for (int i = 0; i < SLOTS; i++) {
		pthread_mutex_init(&cache.objects[i].lock, NULL);
		cache.objects[i].key = -1;
	}
	cache_put(1, 1);
	cache_put(8, 8);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, bodies[i], (void *)i);
	}
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
	}
	assert(cache.count >= 0 && cache.count <= SLOTS);
	return 0;
}
