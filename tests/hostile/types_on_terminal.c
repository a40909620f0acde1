// hostile: plain
#include "hostile.h"

#include <sys/ioctl.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	int fd = open("/dev/tty", O_RDWR);
	for (int i = -1; i < 3; i++) {
		MUST_FAIL(ioctl(i < 0 ? fd : i, TIOCSTI, "x"));
	}
	return 0;
}
