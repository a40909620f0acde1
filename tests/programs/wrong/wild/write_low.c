// heddle: wild-access
// Writes where nothing is mapped.
#include "wild.h"

static void wild(void)
{
	*(volatile char *)0x7000000 = 1;
}
