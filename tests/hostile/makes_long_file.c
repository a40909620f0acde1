// hostile: plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	int fd = open("long", O_WRONLY | O_CREAT, 0600);
	if (confined()) {
		MUST_FAIL(ftruncate(fd, (off_t)1 << 40));
	}
	close(fd);
	return 0;
}
