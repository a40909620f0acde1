// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "permits.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

struct permits_state {
	sem_t semaphore;
};

permits_t permits_open(int count)
{
	if (count < 0 || count > 1000) {
		return NULL;
	}
	permits_t permits = malloc(sizeof *permits);
	if (permits && sem_init(&permits->semaphore, 0, (unsigned)count) != 0) {
		free(permits);
		return NULL;
	}
	return permits;
}

void permits_close(permits_t permits)
{
	if (!permits) {
		return;
	}
	sem_destroy(&permits->semaphore);
	free(permits);
}

void permits_take(permits_t permits)
{
	while (sem_wait(&permits->semaphore) != 0 && errno == EINTR) {
		;
	}
}

bool permits_try_take(permits_t permits)
{
	return sem_trywait(&permits->semaphore) == 0;
}

void permits_give(permits_t permits)
{
	sem_post(&permits->semaphore);
}

int permits_available(permits_t permits)
{
	int count = 0;
	sem_getvalue(&permits->semaphore, &count);
	return count;
}
