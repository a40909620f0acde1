// heddle: none executions=600
// Opens as many descriptors as it finds room for, and closes none.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	int first = open("/dev/null", O_RDONLY);
	assert(first < 8);
	for (int i = 1; i < 200; i++) {
		assert(open("/dev/null", O_RDONLY) == first + i);
	}
	return 0;
}
