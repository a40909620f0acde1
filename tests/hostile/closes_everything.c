// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	for (int fd = 0; fd < 5000; fd++) {
		close(fd);
	}
	return 0;
}
