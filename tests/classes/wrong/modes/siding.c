// heddle: data-race|not-linearizable
// siding_put_mpmc looks for room before it has the lock.
// SPDX-License-Identifier: Apache-2.0
#include "siding.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 2 };

struct siding {
	pthread_mutex_t lock; // of those for many threads; the others do without
	atomic_uint in, out;
	int wagons[SIZE];
};

siding *siding_new(void)
{
	siding *s = calloc(1, sizeof(*s));
	if (s) {
		pthread_mutex_init(&s->lock, NULL);
	}
	return s;
}

void siding_free(siding *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}

static bool has_room(siding *s)
{
	return atomic_load(&s->in) - atomic_load(&s->out) < SIZE;
}

static bool put(siding *s, int wagon)
{
	unsigned in = atomic_load(&s->in);
	s->wagons[in % SIZE] = wagon;
	atomic_store(&s->in, in + 1);
	return true;
}

static bool take(siding *s, int *wagon)
{
	unsigned out = atomic_load(&s->out);
	if (atomic_load(&s->in) == out) {
		return false;
	}
	*wagon = s->wagons[out % SIZE];
	atomic_store(&s->out, out + 1);
	return true;
}

bool siding_put_spsc(siding *s, int wagon)
{
	return has_room(s) && put(s, wagon);
}

bool siding_take_spsc(siding *s, int *wagon)
{
	return take(s, wagon);
}

bool siding_put_mpmc(siding *s, int wagon)
{
	bool room = has_room(s);
	pthread_mutex_lock(&s->lock);
	bool done = room && put(s, wagon);
	pthread_mutex_unlock(&s->lock);
	return done;
}

bool siding_take_mpmc(siding *s, int *wagon)
{
	pthread_mutex_lock(&s->lock);
	bool done = take(s, wagon);
	pthread_mutex_unlock(&s->lock);
	return done;
}
