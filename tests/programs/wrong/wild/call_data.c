// heddle: wild-access
// Calls a variable.
#include "wild.h"

static void wild(void)
{
	void (*volatile f)(void) = (void (*)(void))&ready;

	f();
}
