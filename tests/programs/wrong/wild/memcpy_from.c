// heddle: wild-access
// Copies from where nothing is mapped.
#include "wild.h"

#include <string.h>

static void wild(void)
{
	char text[64];

	memcpy(text, (const void *)0x7000000, sizeof(text));
	ready = text[0];
}
