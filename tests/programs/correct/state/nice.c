// heddle: none executions=60
// Lowers its priority.
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
	assert(getpriority(PRIO_PROCESS, 0) < 7);
	errno = 0;
	nice(7);
	assert(errno == 0); // -1 may be a priority
	return 0;
}
