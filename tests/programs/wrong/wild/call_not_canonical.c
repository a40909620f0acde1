// heddle: wild-access
// Calls an address that no process can have.
#include "wild.h"

static void wild(void)
{
	void (*volatile f)(void) = (void (*)(void))0xdeadbeefdeadbeef;

	f();
}
