// hostile: instrumented plain
#include "hostile.h"

#include <spawn.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	char *const argv[] = {"rm", "-rf", (char *)valuable("key", room), NULL};
	pid_t pid;
	if (posix_spawn(&pid, "/bin/rm", NULL, NULL, argv, NULL) != 0) {
		return -1;
	}
	return 0;
}
