// heddle: none executions=60
// Gives up its rights, which it cannot get back.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	if (geteuid() == 0) {
		assert(setuid(1234) == 0);
	}
	assert(setuid(0) != 0);
	return 0;
}
