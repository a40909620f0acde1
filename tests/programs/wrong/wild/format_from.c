// heddle: wild-access
// Prints a string that is not there: found by the processor, in the C library.
#include "wild.h"

#include <stdio.h>

static void wild(void)
{
	char text[10];

	snprintf(text, sizeof(text), "%s", (const char *)0x7000000);
	ready = text[0];
}
