// heddle: wild-access
// Writes to an address in the middle of nowhere.
#include "wild.h"

static void wild(void)
{
	*(volatile int *)0x600000000000 = 1;
}
