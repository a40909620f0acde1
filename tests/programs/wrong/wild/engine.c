// heddle: wild-access
// Writes to memory that heddle shares between its processes.
#include "wild.h"

static void wild(void)
{
	*(volatile long *)0x4000100000 = 0;
}
