// heddle: none executions=500
// Leaves a timer open; what is opened next has the same number each time.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	int first = dup(0);
	assert(first >= 3 && first < 8);
	assert(close(first) == 0);
	assert(timerfd_create(CLOCK_MONOTONIC, 0) == first);
	assert(dup(0) == first + 1);
	return 0;
}
