// heddle: wild-access
// Clears memory that is not there.
#include "wild.h"

#include <string.h>

static void wild(void)
{
	memset((void *)0x7000000, 0, 100);
}
