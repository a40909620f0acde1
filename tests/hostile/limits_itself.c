// hostile: plain
#include "hostile.h"

#include <sys/resource.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	struct rlimit none = {0, 0};
	setrlimit(RLIMIT_NOFILE, &none);
	setrlimit(RLIMIT_AS, &none);
	setrlimit(RLIMIT_STACK, &none);
	struct rlimit one = {1, 1};
	setrlimit(RLIMIT_CPU, &one);
	return 0;
}
