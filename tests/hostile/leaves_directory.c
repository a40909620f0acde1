// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	if (chdir(valuable(".", room)) == 0) {
		overwrite("key");
		unlink("a");
		rename("b", "gone");
	}
	return 0;
}
