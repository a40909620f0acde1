// heddle: none executions=60
// Starts a session of its own.
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void)
{
	assert(getsid(0) != getpid());
	assert(setsid() == getpid());
	return 0;
}
