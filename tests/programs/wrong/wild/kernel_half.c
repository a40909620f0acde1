// heddle: wild-access
// Reads an address of the kernel's half.
#include "wild.h"

static void wild(void)
{
	(void)*(volatile int *)0xffff800000001000;
}
