// heddle: wild-access
// Writes the last byte of the address space.
#include "wild.h"

static void wild(void)
{
	*(volatile char *)UINTPTR_MAX = 1;
}
