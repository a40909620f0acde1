// hostile: plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	kill(number_from("HOSTILE_PID"), SIGKILL);
	if (getppid() > 1) {
		kill(getppid(), SIGKILL);
	}
	return 0;
}
