// heddle: null-dereference
// Calls through a null pointer.
#include "wild.h"

static void wild(void)
{
	void (*volatile f)(void) = NULL;

	f();
}
