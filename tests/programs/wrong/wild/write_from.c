// heddle: wild-access
// Writes to a pipe from memory that is not there.
#include "wild.h"

#include <unistd.h>

static void wild(void)
{
	int ends[2];

	if (pipe(ends) == 0) {
		ready = (int)write(ends[1], (const void *)0x7000000, 4);
	}
}
