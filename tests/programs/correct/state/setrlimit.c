// heddle: none executions=500
// Lowers the number of files that it may have open.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
	struct rlimit limit;
	assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	assert(limit.rlim_cur != 77);
	limit.rlim_cur = 77;
	assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	return 0;
}
