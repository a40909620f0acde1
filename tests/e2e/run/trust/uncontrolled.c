// Built without heddle: what happens here is neither seen nor undone.
#include <unistd.h>

long uncontrolled(long number, long a, long b, long c)
{
	return syscall(number, a, b, c);
}

int count_calls(void)
{
	static int calls;
	return ++calls;
}
