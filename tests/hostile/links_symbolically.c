// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	if (symlink(valuable("key", room), "alias") == 0) {
		overwrite("alias");
		unlink("alias");
	}
	if (symlink(valuable(".", room), "door") == 0) {
		overwrite("door/key");
		unlink("door/key");
		unlink("door");
	}
	return 0;
}
