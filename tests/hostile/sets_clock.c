// hostile: plain constructor
#include "hostile.h"

#include <time.h>

int harm(const char *name, int number)
{
	(void)name, (void)number;
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	MUST_FAIL(clock_settime(CLOCK_REALTIME, &now));
	MUST_FAIL(sethostname("harm", 4));
	return 0;
}
