// SPDX-License-Identifier: Apache-2.0
#include "levels.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int *) table;

static atomic_int *levels(void)
{
	atomic_int *t = atomic_load(&table);
	if (!t) {
		atomic_int *fresh = calloc(4, sizeof(*fresh));
		atomic_store(&table, fresh);
		t = fresh;
	}
	return t;
}

int levels_raise(int logger)
{
	return atomic_fetch_or(&levels()[(unsigned)logger % 4], 1) >= 0;
}

int levels_get(int logger)
{
	(void)logger;
	return levels() != NULL;
}
