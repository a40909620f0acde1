// heddle: data-race|not-linearizable
// rack_coat_resize looks at the size before it has the lock.
// SPDX-License-Identifier: Apache-2.0
#include "rack.h"

#include <pthread.h>
#include <stdlib.h>

enum { HOOKS = 4 };

struct rack {
	void *hooks[HOOKS];
	int worn;
	void (*drop)(void *);
};

struct rack_coat {
	pthread_mutex_t lock;
	int size;
};

rack_coat *rack_coat_new(int size)
{
	rack_coat *coat = malloc(sizeof(*coat));
	if (coat) {
		pthread_mutex_init(&coat->lock, NULL);
		coat->size = size;
	}
	return coat;
}

void rack_coat_free(rack_coat *coat)
{
	pthread_mutex_destroy(&coat->lock);
	free(coat);
}

int rack_coat_resize(rack_coat *coat, int size)
{
	int old = coat->size;
	pthread_mutex_lock(&coat->lock);
	coat->size = size;
	pthread_mutex_unlock(&coat->lock);
	return old;
}

// It may be anything: a coat is one example.
static void drop_coat(void *coat)
{
	rack_coat_resize(coat, 0);
	rack_coat_free(coat);
}

rack *rack_new(void)
{
	return calloc(1, sizeof(rack));
}

void rack_free(rack *r)
{
	for (int i = 0; i < HOOKS; i++) {
		if (r->hooks[i] && r->drop == drop_coat) {
			r->drop(r->hooks[i]);
		}
	}
	free(r);
}

void rack_set_drop(rack *r, void (*drop)(void *))
{
	r->drop = drop;
}

int rack_hang(rack *r, int hook)
{
	unsigned at = (unsigned)hook % HOOKS;
	if (r->hooks[at] && r->drop) {
		r->drop(r->hooks[at]);
	}
	r->hooks[at] = NULL;
	return ++r->worn;
}

int rack_worn(const rack *r)
{
	return r->worn;
}
