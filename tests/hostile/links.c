// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	if (link(valuable("key", room), "mine") == 0) {
		overwrite("mine");
	}
	return 0;
}
