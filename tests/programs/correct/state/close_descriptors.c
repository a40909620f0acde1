// heddle: none executions=500
// Closes its standard descriptors: the next one opened is 0.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	assert(close(0) == 0);
	assert(close(1) == 0);
	assert(close(2) == 0);
	assert(close(1) == -1);
	assert(open("/dev/zero", O_RDONLY) == 0);
	return 0;
}
