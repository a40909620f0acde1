// heddle: invalid-free
// Frees what nobody allocated.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	free((void *)0x7000000);
}
