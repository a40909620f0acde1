// heddle: wild-access
// Copies to where nothing is mapped.
#include "wild.h"

#include <string.h>

static void wild(void)
{
	memcpy((void *)0x7000000, "text", 5);
}
