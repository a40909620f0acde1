// heddle: wild-access
// Calls a heap block.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	void (*volatile f)(void) = (void (*)(void))malloc(16);

	f();
}
