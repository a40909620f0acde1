// heddle: wild-access
// A heap pointer went through a negative int.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	volatile int *p = malloc(sizeof(*p));

	*p = 1;
	p = (volatile int *)(intptr_t)(int32_t)((uintptr_t)p | 0x80000000u);
	(void)*p;
}
