// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	if (confined()) {
		kill(-1, SIGKILL);
		kill(0, SIGTERM);
	}
	return 0;
}
