// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512], other[512];
	rename(name, "gone");
	rename(valuable(name, room), valuable("gone", other));
	rename(valuable("a", room), valuable("b", other));
	return 0;
}
