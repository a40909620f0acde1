// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	unlink(name);
	unlink(valuable(name, room));
	return 0;
}
