// hostile: plain
#include "hostile.h"

#include <sys/xattr.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	setxattr(valuable("key", room), "user.harm", "1", 1, 0);
	return 0;
}
