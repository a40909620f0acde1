// heddle: wild-access
// Reads memory that was mapped without access.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
	int *p = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p[3];
}
