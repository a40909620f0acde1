// heddle: double-free|use-after-free
// leaf_unref looks at the count again after it has counted.
// SPDX-License-Identifier: Apache-2.0
#include "leaf.h"

#include <stdatomic.h>
#include <stdlib.h>

struct leaf {
	atomic_int references;
	int number;
};

leaf *leaf_new(int number)
{
	leaf *l = malloc(sizeof(*l));
	atomic_init(&l->references, 1);
	l->number = number;
	return l;
}

leaf *leaf_ref(leaf *l)
{
	atomic_fetch_add(&l->references, 1);
	return l;
}

void leaf_unref(leaf *l)
{
	atomic_fetch_sub(&l->references, 1);
	if (atomic_load(&l->references) == 0) {
		free(l);
	}
}

int leaf_number(const leaf *l)
{
	return l->number;
}
