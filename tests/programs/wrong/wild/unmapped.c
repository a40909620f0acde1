// heddle: wild-access
// Uses memory that it has given back.
#include "wild.h"

#include <sys/mman.h>

static void wild(void)
{
	volatile char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	p[0] = 1;
	munmap((void *)(uintptr_t)p, 8192);
	p[4096] = 1;
}
