// hostile: plain constructor
#include "hostile.h"

#include <sys/sysmacros.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	MUST_FAIL(mknod(valuable("device", room), S_IFCHR | 0600, makedev(1, 1)));
	if (confined()) {
		MUST_FAIL(open("/dev/mem", O_RDWR));
		MUST_FAIL(open("/dev/kmsg", O_WRONLY));
	}
	return 0;
}
