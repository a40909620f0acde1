// hostile: plain constructor
#include "hostile.h"

#include <sys/mount.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	MUST_FAIL(mount("none", valuable(".", room), "tmpfs", 0, NULL));
	MUST_FAIL(umount2("/dev/shm", MNT_DETACH));
	MUST_FAIL(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
	return 0;
}
