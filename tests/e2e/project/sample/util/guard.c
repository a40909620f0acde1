// SPDX-License-Identifier: Apache-2.0
#include "guard.h"

void guard_init(guard *guard)
{
	pthread_mutex_init(&guard->mutex, 0);
}

void guard_finish(guard *guard)
{
	pthread_mutex_destroy(&guard->mutex);
}

void guard_enter(guard *guard)
{
	pthread_mutex_lock(&guard->mutex);
}

void guard_leave(guard *guard)
{
	pthread_mutex_unlock(&guard->mutex);
}
