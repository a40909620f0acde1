// heddle: use-after-free|not-linearizable
// track_push appends to a wagon that track_pop has just freed.
// SPDX-License-Identifier: Apache-2.0
#include "track.h"

#include <stdatomic.h>
#include <stdlib.h>

struct wagon {
	struct wagon *next;
	int number;
};

struct track {
	struct wagon *_Atomic first;
	struct wagon *last;
};

track *track_new(void)
{
	return calloc(1, sizeof(track));
}

void track_free(track *t)
{
	int wagon;
	while (track_pop(t, &wagon)) {
	}
	free(t);
}

bool track_push(track *t, int number)
{
	struct wagon *w = calloc(1, sizeof(*w));
	if (!w) {
		return false;
	}
	w->number = number;
	if (atomic_load(&t->first)) {
		t->last->next = w;
	} else {
		atomic_store(&t->first, w);
	}
	t->last = w;
	return true;
}

bool track_pop(track *t, int *number)
{
	struct wagon *w = atomic_load(&t->first);
	if (!w || !number) {
		return false;
	}
	*number = w->number;
	atomic_store(&t->first, w->next);
	free(w);
	return true;
}
