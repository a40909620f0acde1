// heddle: wild-access
// Reads from a pipe into memory that is not there.
#include "wild.h"

#include <unistd.h>

static void wild(void)
{
	int ends[2];

	if (pipe(ends) == 0 && write(ends[1], "text", 4) == 4) {
		ready = (int)read(ends[0], (void *)0x7000000, 4);
	}
}
