// heddle: none executions=500
// Protects a page of its heap and forgets to undo it.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
	char *p = aligned_alloc(4096, 3 * 4096);
	assert(p != NULL);
	p[4096] = 1;
	assert(mprotect(p + 4096, 4096, PROT_NONE) == 0);
	p[0] = p[8192] = 1;
	return 0;
}
