// heddle: none executions=500
// Closes everything that it has not opened.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	int first = open("/dev/null", O_RDWR);
	assert(first > 2);
	closefrom(3);
	assert(fcntl(first, F_GETFD) == -1);
	assert(open("/dev/null", O_RDWR) == first);
	assert(close_range(3, ~0U, 0) == 0);
	assert(open("/dev/null", O_RDWR) == first);
	return 0;
}
