// heddle: none executions=500
// Lets a mapping grow and shrink; what it holds stays.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(p != MAP_FAILED);
	p[0] = 1;
	p[4095] = 2;
	char *q = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(q != MAP_FAILED && mremap(p, 4096, 8192, 0) == MAP_FAILED);
	p = mremap(p, 4096, 65536, MREMAP_MAYMOVE);
	assert(p != MAP_FAILED && p[0] == 1 && p[4095] == 2 && p[65535] == 0);
	p[65535] = 3;
	assert(mremap(p, 65536, 8192, MREMAP_MAYMOVE) == p);
	assert(p[4095] == 2 && q[0] == 0);
	assert(munmap(p, 8192) == 0);
	return 0;
}
