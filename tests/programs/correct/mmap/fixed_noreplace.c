// heddle: none executions=500
// Maps at an address of its choice, where nothing is.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void)
{
	void *at = (void *)0x300000000000;
	int *p = mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	assert(p == at);
	assert(p[0]++ == 0);
	assert(mmap(at, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED);
	return 0;
}
