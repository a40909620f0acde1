// heddle: wild-access
// An atomic addition where nothing is mapped.
#include "wild.h"

#include <stdatomic.h>

static void wild(void)
{
	atomic_fetch_add((atomic_int *)0x7000000, 1);
}
