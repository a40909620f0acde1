// SPDX-License-Identifier: Apache-2.0
#include "notes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct note {
	struct note *next;
	int value;
};

struct notes {
	_Atomic(struct note *) first;
};

// Notes that were cleared are kept for later, by all lists together and by each thread.
static _Atomic(struct note *) kept;
static _Thread_local struct note *own;

static struct note *take(void)
{
	struct note *n = own;
	if (n) {
		own = NULL;
		return n;
	}
	return malloc(sizeof(*n));
}

static void keep(struct note *n)
{
	if (!own) {
		n->next = NULL;
		own = n;
		return;
	}
	n->next = atomic_load(&kept);
	while (!atomic_compare_exchange_weak(&kept, &n->next, n)) {
	}
}

struct notes *notes_new(void)
{
	return calloc(1, sizeof(struct notes));
}

int notes_clear(struct notes *n)
{
	struct note *all = atomic_exchange(&n->first, NULL);
	while (all) {
		struct note *next = all->next;
		keep(all);
		all = next;
	}
	return 0;
}

void notes_free(struct notes *n)
{
	notes_clear(n);
	free(n);
}

void notes_add(struct notes *n, int value)
{
	struct note *note = take();
	note->value = value;
	note->next = atomic_load(&n->first);
	while (!atomic_compare_exchange_weak(&n->first, &note->next, note)) {
	}
}
