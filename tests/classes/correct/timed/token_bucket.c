// SPDX-License-Identifier: Apache-2.0
#include "token_bucket.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define MILLION 1000000u // parts of a token

struct token_bucket {
	pthread_mutex_t lock;
	pthread_cond_t returned;
	uint64_t most, level; // in parts
	uint64_t rate;        // tokens per second are parts per microsecond
	uint64_t since;       // microseconds
};

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (uint64_t)t.tv_sec * MILLION + (uint64_t)t.tv_nsec / 1000;
}

token_bucket *token_bucket_new(unsigned size, unsigned per_second)
{
	if (size == 0 || size > 1000 || per_second == 0 || per_second > 1000) {
		return NULL;
	}
	token_bucket *b = calloc(1, sizeof(*b));
	if (b) {
		pthread_mutex_init(&b->lock, NULL);
		pthread_cond_init(&b->returned, NULL);
		b->most = b->level = (uint64_t)size * MILLION;
		b->rate = per_second;
		b->since = now();
	}
	return b;
}

void token_bucket_free(token_bucket *b)
{
	if (b) {
		pthread_cond_destroy(&b->returned);
		pthread_mutex_destroy(&b->lock);
		free(b);
	}
}

static void add(token_bucket *b, uint64_t parts)
{
	b->level = parts > b->most - b->level ? b->most : b->level + parts;
}

static bool take(token_bucket *b, uint64_t parts)
{
	uint64_t t = now();

	add(b, (t - b->since) * b->rate);
	b->since = t;
	if (b->level < parts) {
		return false;
	}
	b->level -= parts;
	return true;
}

bool token_bucket_try(token_bucket *b, unsigned tokens)
{
	pthread_mutex_lock(&b->lock);
	bool ok = take(b, (uint64_t)tokens * MILLION);
	pthread_mutex_unlock(&b->lock);
	return ok;
}

bool token_bucket_take(token_bucket *b, unsigned tokens, unsigned milliseconds)
{
	uint64_t parts = (uint64_t)tokens * MILLION;
	bool ok;

	if (parts > b->most) {
		return false;
	}
	pthread_mutex_lock(&b->lock);
	uint64_t end = now() + (uint64_t)milliseconds * 1000;
	while (!(ok = take(b, parts)) && now() < end) {
		uint64_t full = now() + (parts - b->level) / b->rate + 1;
		uint64_t until = full < end ? full : end;
		struct timespec t = {.tv_sec = (time_t)(until / MILLION), .tv_nsec = (long)(until % MILLION) * 1000};
		pthread_cond_timedwait(&b->returned, &b->lock, &t);
	}
	pthread_mutex_unlock(&b->lock);
	return ok;
}

unsigned token_bucket_level(token_bucket *b)
{
	pthread_mutex_lock(&b->lock);
	take(b, 0);
	unsigned tokens = (unsigned)(b->level / MILLION);
	pthread_mutex_unlock(&b->lock);
	return tokens;
}

void token_bucket_return(token_bucket *b, unsigned tokens)
{
	pthread_mutex_lock(&b->lock);
	add(b, (uint64_t)tokens * MILLION);
	pthread_cond_broadcast(&b->returned);
	pthread_mutex_unlock(&b->lock);
}
