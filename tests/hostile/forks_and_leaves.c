// hostile: instrumented plain constructor
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			signal(SIGTERM, SIG_IGN);
			signal(SIGHUP, SIG_IGN);
			for (;;) {
				pause();
			}
		}
		_exit(0);
	}
	return 0;
}
