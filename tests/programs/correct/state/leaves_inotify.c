// heddle: none executions=500
// Leaves an inotify queue open; what is opened next has the same number each time.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

int main(void)
{
	int first = dup(0);
	assert(first >= 3 && first < 8);
	assert(close(first) == 0);
	assert(inotify_init() == first);
	assert(dup(0) == first + 1);
	return 0;
}
