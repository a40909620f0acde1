// heddle: wild-access
// Waits for a condition variable that is not there.
#include "wild.h"

static void wild(void)
{
	pthread_mutex_lock(&mutex);
	pthread_cond_wait((pthread_cond_t *)0x7000000, &mutex);
	pthread_mutex_unlock(&mutex);
}
