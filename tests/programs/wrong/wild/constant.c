// heddle: wild-access
// Writes to a constant.
#include "wild.h"

static void wild(void)
{
	static const int constant[4] = {1, 2, 3, 4};

	*(volatile int *)(uintptr_t)&constant[ready] = 1;
}
