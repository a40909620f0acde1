// hostile: plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	MUST_FAIL(chroot("/tmp"));
	MUST_FAIL(syscall(SYS_pivot_root, ".", "."));
	return 0;
}
