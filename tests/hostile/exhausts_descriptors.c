// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	while (open("/dev/null", O_RDONLY) >= 0) {
	}
	return 0;
}
