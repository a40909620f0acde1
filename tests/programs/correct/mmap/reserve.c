// heddle: none executions=500
// Reserves much, and takes part of it into use piece by piece.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
	size_t size = 1ul << 30;
	char *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert(p != MAP_FAILED);
	assert(mprotect(p + 4096, 8192, PROT_READ | PROT_WRITE) == 0);
	p[4096] = p[12287] = 1;
	assert(mmap(p + 65536, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p + 65536);
	p[65536] = 2;
	assert(p[4096] + p[65536] == 3);
	assert(munmap(p, size) == 0);
	return 0;
}
