// heddle: wild-access
// Reads beyond the end of what is mapped.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *q = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p[4096] + q[0];
}
