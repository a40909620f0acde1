// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char room[512];
	struct timespec times[2] = {{1, 0}, {1, 0}};
	chmod(valuable("key", room), 0777);
	utimensat(AT_FDCWD, room, times, 0);
	if (chown(room, 65534, 65534) != 0) {
		errno = 0;
	}
	int fd = open(room, O_RDONLY);
	if (fd >= 0) {
		fchmod(fd, 0777);
		futimens(fd, times);
		close(fd);
	}
	return 0;
}
