// hostile: plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	char parameters[256] = {0};
	MUST_FAIL(syscall(SYS_io_uring_setup, 4, parameters));
	return 0;
}
