// hostile: instrumented plain constructor
#include "hostile.h"

// Limits for processes do not bind root.
int harm(const char *name, int number)
{
	(void)name, (void)number;
	int started = 0;
	for (int i = 0; i < 1000; i++) {
		pid_t pid = fork();
		if (pid == 0) {
			for (;;) {
				pause();
			}
		}
		started += pid > 0;
	}
	if (started > 500) {
		abort();
	}
	return 0;
}
