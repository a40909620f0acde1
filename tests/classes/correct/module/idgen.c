// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "idgen.h"

#include <stdatomic.h>

static atomic_uint last;

unsigned idgen_next(void)
{
	return atomic_fetch_add(&last, 1) + 1;
}

unsigned idgen_reserve(unsigned count)
{
	if (count == 0 || count > 1000) {
		return 0;
	}
	return atomic_fetch_add(&last, count) + 1;
}

void idgen_skip(unsigned used)
{
	unsigned value = atomic_load(&last);
	while (value < used && !atomic_compare_exchange_weak(&last, &value, used)) {
		;
	}
}

unsigned idgen_last(void)
{
	return atomic_load(&last);
}
