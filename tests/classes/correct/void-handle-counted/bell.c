// heddle: none
// Bells are void pointers.
// SPDX-License-Identifier: Apache-2.0
#include "bell.h"

#include <stdatomic.h>
#include <stdlib.h>

struct bell {
	atomic_uint rings;
	atomic_int muted;
};

void *bell_create(const char *name)
{
	struct bell *b = name ? calloc(1, sizeof(*b)) : NULL;

	return b;
}

unsigned bell_ring(void *bell)
{
	struct bell *b = bell;

	return atomic_fetch_add(&b->rings, 1) + 1;
}

unsigned bell_rings(const void *bell)
{
	return atomic_load(&((struct bell *)bell)->rings);
}

int bell_mute(void *bell, int on)
{
	return atomic_exchange(&((struct bell *)bell)->muted, on != 0);
}

void bell_destroy(void *bell)
{
	free(bell);
}
