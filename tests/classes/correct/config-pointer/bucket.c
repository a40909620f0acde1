// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "bucket.h"

#include <pthread.h>
#include <stdlib.h>

struct bucket {
	pthread_mutex_t lock;
	struct bucket_config config;
	uint64_t level;
	uint32_t latest;
};

bucket *bucket_new(const struct bucket_config *config)
{
	if (!config || config->capacity < 1 || config->initial > config->capacity) {
		return NULL;
	}
	bucket *bucket = calloc(1, sizeof *bucket);
	if (!bucket) {
		return NULL;
	}
	pthread_mutex_init(&bucket->lock, NULL);
	bucket->config = *config;
	bucket->level = config->initial;
	return bucket;
}

void bucket_free(bucket *bucket)
{
	if (!bucket) {
		return;
	}
	pthread_mutex_destroy(&bucket->lock);
	free(bucket);
}

// With the lock held.
static void add(bucket *bucket, uint64_t tokens)
{
	uint64_t room = bucket->config.capacity - bucket->level;
	bucket->level += tokens < room ? tokens : room;
}

bool bucket_take(bucket *bucket, uint32_t now, uint32_t tokens)
{
	pthread_mutex_lock(&bucket->lock);
	if (now > bucket->latest) {
		add(bucket, (uint64_t)(now - bucket->latest) * bucket->config.per_second);
		bucket->latest = now;
	}
	bool enough = bucket->level >= tokens;
	if (enough) {
		bucket->level -= tokens;
	}
	pthread_mutex_unlock(&bucket->lock);
	return enough;
}

void bucket_refund(bucket *bucket, uint32_t tokens)
{
	pthread_mutex_lock(&bucket->lock);
	add(bucket, tokens);
	pthread_mutex_unlock(&bucket->lock);
}

uint32_t bucket_level(bucket *bucket)
{
	pthread_mutex_lock(&bucket->lock);
	uint32_t level = (uint32_t)bucket->level;
	pthread_mutex_unlock(&bucket->lock);
	return level;
}
