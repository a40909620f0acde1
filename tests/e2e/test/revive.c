// SPDX-License-Identifier: Apache-2.0
// touch brings back what clear takes away in between. Looking then is wrong, but only if nobody spoils it
// meanwhile: that must have been before there were threads.
#include "revive.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER; // of all objects
static int touched;

struct revive {
	pthread_mutex_t lock;
	int spoilt;
};

revive *revive_new(void)
{
	revive *r = calloc(1, sizeof *r);
	if (r) {
		pthread_mutex_init(&r->lock, NULL);
	}
	return r;
}

void revive_free(revive *r)
{
	pthread_mutex_destroy(&r->lock);
	free(r);
}

static int get(revive *r)
{
	pthread_mutex_lock(&r->lock);
	int spoilt = r->spoilt;
	pthread_mutex_unlock(&r->lock);
	return spoilt;
}

static void set(revive *r, int spoilt)
{
	pthread_mutex_lock(&r->lock);
	r->spoilt = spoilt;
	pthread_mutex_lock(&all); // nobody else can be here with the same object
	touched++;
	pthread_mutex_unlock(&all);
	pthread_mutex_unlock(&r->lock);
}

void revive_spoil(revive *r)
{
	set(r, 1);
}

void revive_clear(revive *r)
{
	set(r, 0);
}

void revive_touch(revive *r)
{
	set(r, get(r));
}

void revive_look(revive *r)
{
	if (get(r)) {
		abort();
	}
}
