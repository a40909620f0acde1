// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	int directory = open(valuable(".", room), O_RDONLY | O_DIRECTORY);
	int fd = openat(directory, "key", O_WRONLY | O_TRUNC);
	if (fd >= 0) {
		close(fd);
	}
	unlinkat(directory, "a", 0);
	renameat(directory, "b", directory, "gone");
	close(directory);
	return 0;
}
