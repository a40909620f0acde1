// heddle: wild-access
// Writes to the engine's memory.
#include "wild.h"

static void wild(void)
{
	*(volatile long *)0x2200000000 = 0;
}
