// heddle: wild-access
// The length of a string that is not there.
#include "wild.h"

#include <string.h>

static void wild(void)
{
	ready = (int)strlen((const char *)0x7000000);
}
