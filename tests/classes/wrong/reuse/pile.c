// SPDX-License-Identifier: Apache-2.0
#include "pile.h"

#include <stdatomic.h>
#include <sched.h>
#include <stdlib.h>

struct item {
	_Atomic(struct item *) next;
	int value;
};

struct pile {
	_Atomic(struct item *) top;
	atomic_int readers; // that may be looking at an item
};

struct pile *pile_new(void)
{
	return calloc(1, sizeof(struct pile));
}

void pile_free(struct pile *p)
{
	struct item *i = atomic_load(&p->top);
	while (i) {
		struct item *next = atomic_load(&i->next);
		free(i);
		i = next;
	}
	free(p);
}

bool pile_push(struct pile *p, int value)
{
	struct item *i = malloc(sizeof(*i)), *top = atomic_load(&p->top);
	if (!i) {
		return false;
	}
	i->value = value;
	do {
		atomic_store(&i->next, top);
	} while (!atomic_compare_exchange_weak(&p->top, &top, i));
	return true;
}

// Nobody looks at an item that is not in the pile any more.
static void let_go(struct pile *p, struct item *i)
{
	while (atomic_load(&p->readers) > 0) {
		sched_yield();
	}
	free(i);
}

bool pile_pop(struct pile *p, int *value)
{
	for (;;) {
		atomic_fetch_add(&p->readers, 1);
		struct item *top = atomic_load(&p->top);
		struct item *next = top ? atomic_load(&top->next) : NULL;
		atomic_fetch_sub(&p->readers, 1);
		if (!top) {
			return false;
		}
		if (atomic_compare_exchange_strong(&p->top, &top, next)) {
			*value = top->value;
			let_go(p, top);
			return true;
		}
	}
}
