// SPDX-License-Identifier: Apache-2.0
#include "stock.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define TAG_SHIFT 48

struct item {
	_Atomic(struct item *) next;
	int value;
};

// The address of the top, and above it a number that is another after every change. Items are freed
// with the stock: until then they wait among the spare ones.
struct stock {
	_Atomic uint64_t top, spare;
};

static struct item *item_of(uint64_t tagged)
{
	return (struct item *)(tagged << (64 - TAG_SHIFT) >> (64 - TAG_SHIFT));
}

static uint64_t tag(const struct item *i, uint64_t before)
{
	return (uint64_t)(uintptr_t)i | ((before >> TAG_SHIFT) + 1) << TAG_SHIFT;
}

static void add(_Atomic uint64_t *list, struct item *i)
{
	uint64_t top = atomic_load(list);
	do {
		atomic_store(&i->next, item_of(top));
	} while (!atomic_compare_exchange_weak(list, &top, tag(i, top)));
}

static struct item *take(_Atomic uint64_t *list)
{
	uint64_t top = atomic_load(list);
	while (item_of(top) &&
		!atomic_compare_exchange_weak(list, &top, tag(atomic_load(&item_of(top)->next), top))) {
	}
	return item_of(top);
}

struct stock *stock_new(void)
{
	return calloc(1, sizeof(struct stock));
}

void stock_free(struct stock *p)
{
	struct item *i;
	while ((i = take(&p->top)) || (i = take(&p->spare))) {
		free(i);
	}
	free(p);
}

bool stock_push(struct stock *p, int value)
{
	struct item *i = take(&p->spare);
	if (!i && !(i = malloc(sizeof(*i)))) {
		return false;
	}
	i->value = value;
	add(&p->top, i);
	return true;
}

bool stock_pop(struct stock *p, int *value)
{
	struct item *i = take(&p->top);
	if (!i) {
		return false;
	}
	*value = i->value;
	add(&p->spare, i);
	return true;
}
