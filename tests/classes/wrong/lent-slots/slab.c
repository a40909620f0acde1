// heddle: data-race|not-linearizable
// Bug: slab_free clears the bit of a slot without an atomic operation.
// SPDX-License-Identifier: Apache-2.0
#include "slab.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

enum { SLOTS = 8, SIZE = 32 };

struct slab {
	atomic_uint taken;
	char slots[SLOTS][SIZE];
};

struct slab *slab_create(void)
{
	return calloc(1, sizeof(struct slab));
}

void slab_destroy(struct slab *s)
{
	free(s);
}

void *slab_alloc(struct slab *s)
{
	unsigned taken = atomic_load(&s->taken);

	for (;;) {
		int slot = 0;
		while (slot < SLOTS && taken >> slot & 1) {
			slot++;
		}
		if (slot == SLOTS) {
			return NULL;
		}
		if (atomic_compare_exchange_strong(&s->taken, &taken, taken | 1u << slot)) {
			return s->slots[slot];
		}
	}
}

void slab_free(struct slab *s, void *slot)
{
	ptrdiff_t i = ((char *)slot - s->slots[0]) / SIZE;

	if ((char *)slot < s->slots[0] || i >= SLOTS) {
		abort();
	}
	atomic_store(&s->taken, atomic_load(&s->taken) & ~(1u << i));
}

int slab_used(struct slab *s)
{
	return __builtin_popcount(atomic_load(&s->taken));
}
