// heddle: wild-access
// Signals a condition variable that is not there.
#include "wild.h"

static void wild(void)
{
	pthread_cond_signal((pthread_cond_t *)0x7000000);
}
