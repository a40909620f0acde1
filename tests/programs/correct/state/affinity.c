// heddle: none executions=60
// Binds itself to one processor.
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>

static int seen;

int main(void)
{
	cpu_set_t set;
	assert(sched_getaffinity(0, sizeof(set), &set) == 0);
	if (CPU_COUNT(&set) > 1) {
		for (int i = 0, kept = 0; i < CPU_SETSIZE; i++) {
			if (CPU_ISSET(i, &set) && kept++ > 0) {
				CPU_CLR(i, &set);
			}
		}
		assert(sched_setaffinity(0, sizeof(set), &set) == 0);
		assert(seen == 0);
	}
	seen = 1;
	return 0;
}
