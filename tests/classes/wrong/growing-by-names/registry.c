// SPDX-License-Identifier: Apache-2.0
#include "registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 40
#define LONGEST 24

struct registry {
	pthread_mutex_t lock;
	size_t n, room;
	char (*names)[LONGEST];
};

registry_t *registry_new(void)
{
	registry_t *r = calloc(1, sizeof(*r));

	if (!r || !(r->names = calloc(FIRST_ROOM, LONGEST))) {
		free(r);
		return NULL;
	}
	r->room = FIRST_ROOM;
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

void registry_free(registry_t *r)
{
	if (r) {
		pthread_mutex_destroy(&r->lock);
		free(r->names);
		free(r);
	}
}

static size_t find(const registry_t *r, const char *name)
{
	size_t i = 0;

	while (i < r->n && strncmp(r->names[i], name, LONGEST - 1) != 0) {
		i++;
	}
	return i;
}

static int grow(registry_t *r)
{
	char (*larger)[LONGEST] = calloc(2 * r->room, LONGEST);

	if (!larger) {
		return 0;
	}
	memcpy(larger, r->names, r->n * LONGEST);
	pthread_mutex_unlock(&r->lock);
	free(r->names);
	pthread_mutex_lock(&r->lock);
	r->names = larger;
	r->room *= 2;
	return 1;
}

size_t registry_add(registry_t *r, const char *name)
{
	pthread_mutex_lock(&r->lock);
	size_t i = find(r, name);
	if (i == r->n && (r->n < r->room || grow(r))) {
		strncpy(r->names[i], name, LONGEST - 1);
		r->n++;
	}
	size_t n = r->n;
	pthread_mutex_unlock(&r->lock);
	return n;
}

size_t registry_count(registry_t *r)
{
	pthread_mutex_lock(&r->lock);
	size_t n = r->n;
	pthread_mutex_unlock(&r->lock);
	return n;
}
