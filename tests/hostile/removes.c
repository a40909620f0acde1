// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	remove(name);
	remove(valuable(name, room));
	return 0;
}
