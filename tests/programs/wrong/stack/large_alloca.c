// heddle: stack-overflow
// A variable-length array of 20 MB in main.
#include <pthread.h>
#include <stddef.h>

static void set(volatile char *p)
{
	*p = 1;
}

static void use(size_t n)
{
	char large[n];

	set(large);
}

int main(void)
{
	volatile size_t n = 20000000;

	use(n);
	return 0;
}
