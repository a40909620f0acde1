// heddle: invalid-free
// Resizes what nobody allocated.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	free(realloc((void *)0x7000000, 10));
}
