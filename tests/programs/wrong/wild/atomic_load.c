// heddle: wild-access
// An atomic read where nothing is mapped.
#include "wild.h"

#include <stdatomic.h>

static void wild(void)
{
	ready = atomic_load((atomic_int *)0x7000000);
}
