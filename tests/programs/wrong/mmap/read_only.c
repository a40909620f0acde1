// heddle: wild-access
// Writes to memory that was mapped for reading.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
	int *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	p[3] = 1;
	return p[2];
}
