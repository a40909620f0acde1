// heddle: assertion
// cloakroom_hand_in lets go of the lock between finding a free hook and using it.
// SPDX-License-Identifier: Apache-2.0
#include "cloakroom.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { HOOKS = 4 };

struct ticket {
	int hook, coat;
};

struct cloakroom {
	pthread_mutex_t lock;
	ticket *hooks[HOOKS];
	int hanging;
};

cloakroom *cloakroom_new(void)
{
	cloakroom *c = calloc(1, sizeof(*c));
	if (c) {
		pthread_mutex_init(&c->lock, NULL);
	}
	return c;
}

void cloakroom_free(cloakroom *c)
{
	for (int i = 0; i < HOOKS; i++) {
		free(c->hooks[i]);
	}
	pthread_mutex_destroy(&c->lock);
	free(c);
}

ticket *cloakroom_hand_in(cloakroom *c, int coat)
{
	ticket *t = calloc(1, sizeof(*t));
	int hook = 0;
	if (!t) {
		return NULL;
	}
	pthread_mutex_lock(&c->lock);
	while (hook < HOOKS && c->hooks[hook]) {
		hook++;
	}
	pthread_mutex_unlock(&c->lock);
	pthread_mutex_lock(&c->lock);
	if (hook < HOOKS) {
		*t = (ticket){hook, coat};
		assert(!c->hooks[hook]);
		c->hooks[hook] = t;
		c->hanging++;
	}
	pthread_mutex_unlock(&c->lock);
	if (hook == HOOKS) {
		free(t);
	}
	return hook == HOOKS ? NULL : t;
}

int cloakroom_collect(cloakroom *c, ticket *t)
{
	if (!t) {
		return -1;
	}
	pthread_mutex_lock(&c->lock);
	int coat = t->coat;
	c->hooks[t->hook] = NULL;
	c->hanging--;
	pthread_mutex_unlock(&c->lock);
	free(t);
	return coat;
}

int cloakroom_hanging(cloakroom *c)
{
	pthread_mutex_lock(&c->lock);
	int hanging = c->hanging;
	pthread_mutex_unlock(&c->lock);
	return hanging;
}
