// heddle: none executions=500
// Leaves a duplicate made by fcntl open; what is opened next has the same number each time.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	int first = dup(0);
	assert(first >= 3 && first < 8);
	assert(close(first) == 0);
	assert(fcntl(0, F_DUPFD, 0) == first);
	assert(dup(0) == first + 1);
	return 0;
}
