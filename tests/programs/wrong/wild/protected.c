// heddle: wild-access
// Uses memory that it may not.
#include "wild.h"

#include <sys/mman.h>

static void wild(void)
{
	volatile char *p = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)p[0];
}
