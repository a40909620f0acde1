// hostile: plain constructor
#include "hostile.h"

#include <sched.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	MUST_FAIL(unshare(CLONE_NEWUSER | CLONE_NEWNS));
	MUST_FAIL(unshare(CLONE_NEWNET));
	char path[64];
	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", number_from("HOSTILE_PID"));
	int fd = open(path, O_RDONLY);
	MUST_FAIL(setns(fd, 0));
	return 0;
}
