// heddle: wild-access
// A heap pointer is wrong by 32 GiB, which is how far the shadow reaches.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	volatile int *p = malloc(sizeof(*p));

	*p = 1;
	p = (volatile int *)((uintptr_t)p + (UINT64_C(1) << 40));
	*p = 2;
}
