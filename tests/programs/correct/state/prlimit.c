// heddle: none executions=500
// Lowers how much its message queues may hold.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/resource.h>

int main(void)
{
	struct rlimit limit;
	assert(prlimit(0, RLIMIT_MSGQUEUE, NULL, &limit) == 0);
	assert(limit.rlim_cur != 4711);
	limit.rlim_cur = 4711;
	assert(prlimit(0, RLIMIT_MSGQUEUE, &limit, NULL) == 0);
	return 0;
}
