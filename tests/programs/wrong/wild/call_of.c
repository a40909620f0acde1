// heddle: wild-access
// Calls where there is no code.
#include "wild.h"

static void wild(void)
{
	void (*volatile f)(void) = (void (*)(void))0x7000000;

	f();
}
