// hostile: plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	kill(getpid(), SIGKILL);
	return 0;
}
