// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	int fd = creat(valuable(name, room), 0600);
	close(fd);
	close(open(valuable("fresh", room), O_WRONLY | O_CREAT, 0600));
	mkdir(valuable("fresh-directory", room), 0700);
	return 0;
}
