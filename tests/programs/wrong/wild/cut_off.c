// heddle: wild-access
// A heap pointer has lost its upper half.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	volatile int *p = malloc(sizeof(*p));

	*p = 1;
	p = (volatile int *)(uintptr_t)(uint32_t)(uintptr_t)p;
	*p = 2;
}
