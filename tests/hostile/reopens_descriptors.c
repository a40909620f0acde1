// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512], path[64];
	int fd = open(valuable("key", room), O_RDONLY);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	overwrite(path);
	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	overwrite(path);
	close(fd);
	return 0;
}
