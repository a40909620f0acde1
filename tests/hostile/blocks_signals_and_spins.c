// hostile: plain
#include "hostile.h"

int harm(const char *name, int number)
{
	(void)name, (void)number;
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	volatile int forever = 1;
	while (forever) {
	}
	return 0;
}
