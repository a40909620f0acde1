// heddle: wild-access
// Locks a mutex through a pointer with a tag in its upper bits.
#include "wild.h"

#include <stdlib.h>

static void wild(void)
{
	pthread_mutex_t *m = malloc(sizeof(*m));

	pthread_mutex_init(m, NULL);
	m = (pthread_mutex_t *)((uintptr_t)m | (uintptr_t)1 << 62);
	pthread_mutex_lock(m);
}
