// Opens a descriptor in every execution and never closes it, behind heddle's back. Fails when many
// are open; an execution takes so long that a worker that is watched is replaced before that.
#include <assert.h>
#include <sys/syscall.h>
#include <time.h>

long uncontrolled(long number, long a, long b, long c); // uncontrolled.c

int main(void)
{
	static const struct timespec moment = {.tv_nsec = 1000000};

	uncontrolled(SYS_nanosleep, (long)&moment, 0, 0);
	assert(uncontrolled(SYS_dup, 0, 0, 0) < 400);
	return 0;
}
