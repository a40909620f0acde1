// heddle: wild-access
// A tag in the upper bits of a heap pointer was not taken off.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	volatile int *p = malloc(sizeof(*p));

	*p = 1;
	p = (volatile int *)((uintptr_t)p | (uintptr_t)1 << 62);
	*p = 2;
}
