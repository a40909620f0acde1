// heddle: wild-access
// Writes to an address that no process can have.
#include "wild.h"

static void wild(void)
{
	*(volatile int *)0xdeadbeefdeadbeef = 1;
}
