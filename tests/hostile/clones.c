// hostile: plain constructor
#include "hostile.h"

#include <linux/sched.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (pid == 0) {
		for (;;) {
			pause();
		}
	}
	MUST_FAIL(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
	MUST_FAIL(syscall(SYS_clone3, NULL, 0));
	return 0;
}
