// heddle: wild-access
// Reads eight bytes where nothing is mapped.
#include "wild.h"

static void wild(void)
{
	(void)*(volatile long *)0x12345678;
}
