// hostile: plain constructor
#include "hostile.h"

#include <sys/prctl.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	prctl(PR_SET_PDEATHSIG, 0);
	signal(SIGTERM, SIG_IGN);
	setsid();
	setpgid(0, 0);
	MUST_FAIL(prctl(PR_CAPBSET_DROP, 1000));
	return 0;
}
