// heddle: data-race|use-after-free|double-free|not-linearizable
// Bug: two deed_ref_decr: the count is read again after it was lowered.
// SPDX-License-Identifier: Apache-2.0
#include "deed.h"

#include <stdatomic.h>
#include <stdlib.h>

struct deed {
	atomic_int references;
	int number;
};

struct deed *deed_create(int number)
{
	struct deed *d = malloc(sizeof(*d));

	atomic_init(&d->references, 1);
	d->number = number;
	return d;
}

void deed_ref_incr(struct deed *d)
{
	atomic_fetch_add(&d->references, 1);
}

void deed_ref_decr(struct deed *d)
{
	atomic_fetch_sub(&d->references, 1);
	if (atomic_load(&d->references) == 0) {
		free(d);
	}
}

int deed_number(const struct deed *d)
{
	return d->number;
}
