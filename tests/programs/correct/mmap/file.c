// heddle: none executions=500
// Two views of one file: what is written in one is read in the other.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
	int fd = memfd_create("views", 0);
	assert(fd >= 0 && ftruncate(fd, 8192) == 0);
	char *a = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	char *b = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 4096);
	assert(a != MAP_FAILED && b != MAP_FAILED);
	a[4096] = 'x';
	assert(b[0] == 'x');
	assert(munmap(a, 8192) == 0);
	assert(b[0] == 'x');
	assert(munmap(b, 4096) == 0);
	return 0;
}
