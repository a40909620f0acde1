// heddle: none
// Lines are taken from a pool and given back.
// SPDX-License-Identifier: Apache-2.0
#include "lines.h"

#include <pthread.h>
#include <stdlib.h>

enum { LINES = 4 };

struct line {
	struct line *next;
	int sent;
};

struct lines {
	pthread_mutex_t lock;
	struct line *idle;
	int count;
	struct line all[LINES];
};

struct lines *lines_create(void)
{
	struct lines *pool = calloc(1, sizeof(*pool));

	pthread_mutex_init(&pool->lock, NULL);
	for (int i = 0; i < LINES; i++) {
		pool->all[i].next = pool->idle;
		pool->idle = &pool->all[i];
	}
	pool->count = LINES;
	return pool;
}

void lines_destroy(struct lines *pool)
{
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

struct line *lines_get(struct lines *pool)
{
	pthread_mutex_lock(&pool->lock);
	struct line *line = pool->idle;
	if (line) {
		pool->idle = line->next;
		pool->count--;
		line->next = NULL;
	}
	pthread_mutex_unlock(&pool->lock);
	return line;
}

void lines_put(struct lines *pool, struct line *line)
{
	pthread_mutex_lock(&pool->lock);
	line->next = pool->idle;
	pool->idle = line;
	pool->count++;
	pthread_mutex_unlock(&pool->lock);
}

int lines_idle(struct lines *pool)
{
	pthread_mutex_lock(&pool->lock);
	int count = pool->count;
	pthread_mutex_unlock(&pool->lock);
	return count;
}

int line_send(struct line *line, int value)
{
	line->sent += value != 0;
	return line->sent;
}
