// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	if (truncate(name, 0) != 0 && truncate(valuable(name, room), 0) != 0) {
		return -1;
	}
	return 0;
}
