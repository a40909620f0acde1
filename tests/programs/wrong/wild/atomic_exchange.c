// heddle: wild-access
// A compare-exchange where nothing is mapped.
#include "wild.h"

#include <stdatomic.h>

static void wild(void)
{
	int expected = 0;

	atomic_compare_exchange_strong((atomic_int *)0x7000000, &expected, 1);
}
