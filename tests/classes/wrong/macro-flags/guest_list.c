// SPDX-License-Identifier: Apache-2.0
#include "guest_list.h"

#include <pthread.h>
#include <stdlib.h>

#define GUESTS 16

struct guest_list {
	pthread_mutex_t lock;
	int guests[GUESTS];
	unsigned n;
};

guest_list *guest_list_new(void)
{
	guest_list *l = calloc(1, sizeof(*l));

	if (l) {
		pthread_mutex_init(&l->lock, NULL);
	}
	return l;
}

void guest_list_free(guest_list *l)
{
	if (l) {
		pthread_mutex_destroy(&l->lock);
		free(l);
	}
}

static bool is_there(guest_list *l, int guest)
{
	bool there = false;

	pthread_mutex_lock(&l->lock);
	for (unsigned i = 0; i < l->n; i++) {
		there |= l->guests[i] == guest;
	}
	pthread_mutex_unlock(&l->lock);
	return there;
}

bool guest_list_add(guest_list *l, int guest, unsigned flags)
{
	if (flags & GUEST_LIST_ONCE && is_there(l, guest)) {
		return false;
	}
	pthread_mutex_lock(&l->lock);
	bool ok = l->n < GUESTS;
	if (ok) {
		l->guests[l->n++] = guest;
	}
	pthread_mutex_unlock(&l->lock);
	return ok;
}

unsigned guest_list_count(guest_list *l)
{
	pthread_mutex_lock(&l->lock);
	unsigned n = l->n;
	pthread_mutex_unlock(&l->lock);
	return n;
}
