// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	pid_t pid = fork();
	if (pid == 0) {
		for (;;) {
			pause();
		}
	}
	return 0;
}
