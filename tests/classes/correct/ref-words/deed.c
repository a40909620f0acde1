// heddle: none
// References are taken and given back by deed_ref_incr and deed_ref_decr.
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
	if (atomic_fetch_sub(&d->references, 1) == 1) {
		free(d);
	}
}

int deed_number(const struct deed *d)
{
	return d->number;
}
