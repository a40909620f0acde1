// heddle: use-after-free
// pool_put keeps a pointer into the table of pools while pool_open moves the table.
// SPDX-License-Identifier: Apache-2.0
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 8

struct pool {
	int count;
	int values[VALUES];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pool *pools;
static int pool_total;
static int pool_room;

int pool_open(void)
{
	int handle = -1;
	pthread_mutex_lock(&lock);
	if (pool_total == pool_room) {
		int room = pool_room ? pool_room * 2 : 1;
		struct pool *moved = malloc((size_t)room * sizeof *moved);
		if (moved) {
			if (pools) {
				memcpy(moved, pools, (size_t)pool_total * sizeof *pools);
			}
			free(pools);
			pools = moved;
			pool_room = room;
		}
	}
	if (pool_total < pool_room) {
		handle = pool_total++;
		pools[handle].count = 0;
	}
	pthread_mutex_unlock(&lock);
	return handle;
}

// Handles are never closed, so one that was valid stays valid.
static struct pool *find(int handle)
{
	struct pool *pool = NULL;
	pthread_mutex_lock(&lock);
	if (handle >= 0 && handle < pool_total) {
		pool = &pools[handle];
	}
	pthread_mutex_unlock(&lock);
	return pool;
}

int pool_put(int handle, int value)
{
	struct pool *pool = find(handle);
	if (!pool) {
		return -1;
	}
	int status = -1;
	pthread_mutex_lock(&lock);
	if (pool->count < VALUES) {
		pool->values[pool->count++] = value;
		status = 0;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

int pool_get(int handle, int *value)
{
	struct pool *pool = find(handle);
	if (!pool) {
		return -1;
	}
	int status = -1;
	pthread_mutex_lock(&lock);
	if (pool->count > 0) {
		*value = pool->values[--pool->count];
		status = 0;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

int pool_count(int handle)
{
	struct pool *pool = find(handle);
	if (!pool) {
		return -1;
	}
	pthread_mutex_lock(&lock);
	int count = pool->count;
	pthread_mutex_unlock(&lock);
	return count;
}
