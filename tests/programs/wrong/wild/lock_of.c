// heddle: wild-access
// Locks a mutex that is not there.
#include "wild.h"

static void wild(void)
{
	pthread_mutex_lock((pthread_mutex_t *)0x7000000);
}
