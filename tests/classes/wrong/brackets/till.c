// heddle: assertion|not-linearizable
// till_unlock writes the user after it has let the lock go.
// SPDX-License-Identifier: Apache-2.0
#include "till.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct till {
	pthread_mutex_t lock;
	bool used;
	int cents;
};

till *till_new(void)
{
	till *t = calloc(1, sizeof(*t));
	pthread_mutex_init(&t->lock, NULL);
	return t;
}

void till_free(till *t)
{
	pthread_mutex_destroy(&t->lock);
	free(t);
}

void till_lock(till *t)
{
	pthread_mutex_lock(&t->lock);
	assert(!t->used);
	t->used = true;
}

void till_unlock(till *t)
{
	pthread_mutex_unlock(&t->lock);
	t->used = false;
}

void till_pay(till *t, int cents)
{
	assert(t->used);
	t->cents += cents & 0xff;
}

int till_cents(till *t)
{
	assert(t->used);
	return t->cents;
}
