// heddle: wild-access
// Prints to a buffer that is not there.
#include "wild.h"

#include <stdio.h>

static void wild(void)
{
	snprintf((char *)0x7000000, 10, "%d", ready);
}
