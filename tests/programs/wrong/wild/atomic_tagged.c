// heddle: wild-access
// A compare-exchange through a pointer with a tag in its upper bits.
#include "wild.h"

#include <stdatomic.h>
#include <stdlib.h>

static void wild(void)
{
	atomic_int *p = malloc(sizeof(*p));
	int expected = 0;

	atomic_store(p, 0);
	p = (atomic_int *)((uintptr_t)p | (uintptr_t)1 << 62);
	atomic_compare_exchange_strong(p, &expected, 1);
}
