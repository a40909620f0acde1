// heddle: none executions=60
// Lowers its priority.
#include <assert.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
	assert(getpriority(PRIO_PROCESS, 0) < 7);
	assert(nice(7) != -1);
	return 0;
}
