// hostile: instrumented plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	kill(getppid(), SIGKILL);
	kill(getppid(), SIGSTOP);
	kill(number_from("HOSTILE_PID"), SIGKILL);
	kill(number_from("HOSTILE_PID"), SIGSTOP);
	return 0;
}
