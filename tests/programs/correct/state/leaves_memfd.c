// heddle: none executions=500
// Leaves memory with a descriptor open; what is opened next has the same number each time.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
	int first = dup(0);
	assert(first >= 3 && first < 8);
	assert(close(first) == 0);
	assert(memfd_create("mine", 0) == first);
	assert(dup(0) == first + 1);
	return 0;
}
