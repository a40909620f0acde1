// Closes every descriptor there is, behind heddle's back, and fails.
#include <assert.h>
#include <sys/syscall.h>

long uncontrolled(long number, long a, long b, long c); // uncontrolled.c

int main(void)
{
	uncontrolled(SYS_close_range, 0, ~0u, 0);
	assert(0);
}
