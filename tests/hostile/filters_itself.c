// hostile: plain
#include "hostile.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	return 0;
}
