// SPDX-License-Identifier: Apache-2.0
#include "datum.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { MOST = 4 };

struct datum {
	atomic_int references;
	int is_list, number;
	size_t length;
	datum *items[MOST];
};

static atomic_uint made; // how many there have ever been

static datum *create(int is_list, int number)
{
	datum *d = calloc(1, sizeof(*d));
	if (d) {
		atomic_init(&d->references, 1);
		d->is_list = is_list;
		d->number = number;
		atomic_fetch_add(&made, 1);
	}
	return d;
}

datum *datum_new_list(void)
{
	return create(1, 0);
}

datum *datum_new_number(int number)
{
	return create(0, number);
}

datum *datum_get(datum *d)
{
	atomic_fetch_add(&d->references, 1);
	return d;
}

void datum_put(datum *d)
{
	if (atomic_fetch_sub(&d->references, 1) == 1) {
		for (size_t i = 0; i < d->length; i++) {
			datum_put(d->items[i]);
		}
		free(d);
	}
}

int datum_is_list(const datum *d)
{
	return d->is_list;
}

int datum_number(const datum *d)
{
	return d->number;
}

size_t datum_length(const datum *d)
{
	return d->length;
}

int datum_set_number(datum *d, int number)
{
	if (d->is_list) {
		return -1;
	}
	d->number = number;
	return 0;
}

int datum_add(datum *d, datum *other)
{
	if (!d->is_list || d == other || d->length == MOST || other->is_list) {
		return -1;
	}
	d->items[d->length++] = datum_get(other);
	return 0;
}
