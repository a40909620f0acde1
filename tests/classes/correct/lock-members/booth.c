// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "booth.h"

#include <stdlib.h>

struct booth {
	struct booth_locking locking;
	void *mutex;
	int guests;
};

struct booth *booth_open(const struct booth_locking *locking)
{
	if (!locking || !locking->mutex_create || !locking->mutex_destroy || !locking->mutex_lock ||
		!locking->mutex_unlock) {
		return NULL;
	}
	struct booth *b = calloc(1, sizeof(*b));
	if (!b) {
		return NULL;
	}
	b->locking = *locking;
	b->mutex = locking->mutex_create();
	if (!b->mutex) {
		free(b);
		return NULL;
	}
	return b;
}

void booth_close(struct booth *b)
{
	b->locking.mutex_destroy(b->mutex);
	free(b);
}

int booth_enter(struct booth *b)
{
	b->locking.mutex_lock(b->mutex);
	int guest = b->guests < 4 ? b->guests + 1 : -1;
	if (guest > 0) {
		b->guests = guest;
	}
	b->locking.mutex_unlock(b->mutex);
	return guest;
}

int booth_leave(struct booth *b)
{
	b->locking.mutex_lock(b->mutex);
	int left = b->guests > 0 ? --b->guests : -1;
	b->locking.mutex_unlock(b->mutex);
	return left;
}

int booth_guests(struct booth *b)
{
	b->locking.mutex_lock(b->mutex);
	int guests = b->guests;
	b->locking.mutex_unlock(b->mutex);
	return guests;
}
