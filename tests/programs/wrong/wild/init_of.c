// heddle: wild-access
// Initialises a mutex that is not there.
#include "wild.h"

static void wild(void)
{
	pthread_mutex_init((pthread_mutex_t *)0x7000000, NULL);
}
