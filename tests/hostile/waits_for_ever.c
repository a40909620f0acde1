// hostile: plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	int ends[2];
	char byte;
	if (pipe(ends) == 0 && read(ends[0], &byte, 1) < 0) {
		return -1;
	}
	return 0;
}
