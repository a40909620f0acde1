// hostile: instrumented plain
#include "hostile.h"

static void unlink_key(void)
{
	char room[512];
	unlink(valuable("key", room));
	unlink("key");
}

int harm(const char *name, int number)
{
	(void)name, (void)number;
	atexit(unlink_key);
	return 0;
}
