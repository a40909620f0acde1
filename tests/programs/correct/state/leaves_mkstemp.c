// heddle: none executions=500
// Leaves a file that it has made open; what is opened next has the same number each time.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	int first = dup(0);
	assert(first >= 3 && first < 8);
	assert(close(first) == 0);
	char name[] = "/tmp/heddle-test-XXXXXX";
	assert(mkstemp(name) == first);
	assert(unlink(name) == 0);
	assert(dup(0) == first + 1);
	return 0;
}
