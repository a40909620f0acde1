// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "latch.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct latch {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	int count;
};

latch *latch_new(int count)
{
	if (count < 0 || count > 1000) {
		return NULL;
	}
	latch *latch = calloc(1, sizeof *latch);
	if (!latch) {
		return NULL;
	}
	pthread_mutex_init(&latch->lock, NULL);
	pthread_cond_init(&latch->opened, NULL);
	latch->count = count;
	return latch;
}

void latch_free(latch *latch)
{
	if (!latch) {
		return;
	}
	pthread_cond_destroy(&latch->opened);
	pthread_mutex_destroy(&latch->lock);
	free(latch);
}

int latch_down(latch *latch)
{
	pthread_mutex_lock(&latch->lock);
	if (latch->count > 0 && --latch->count == 0) {
		pthread_cond_broadcast(&latch->opened);
	}
	int count = latch->count;
	pthread_mutex_unlock(&latch->lock);
	return count;
}

bool latch_open(latch *latch)
{
	pthread_mutex_lock(&latch->lock);
	bool closed = latch->count > 0;
	latch->count = 0;
	pthread_cond_broadcast(&latch->opened);
	pthread_mutex_unlock(&latch->lock);
	return closed;
}

void latch_wait(latch *latch)
{
	pthread_mutex_lock(&latch->lock);
	while (latch->count > 0) {
		pthread_cond_wait(&latch->opened, &latch->lock);
	}
	pthread_mutex_unlock(&latch->lock);
}

static struct timespec deadline(int milliseconds)
{
	struct timespec time;
	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += milliseconds % 1000 * 1000000L;
	time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000L;
	time.tv_nsec %= 1000000000L;
	return time;
}

bool latch_wait_for(latch *latch, int milliseconds)
{
	if (milliseconds < 0) {
		milliseconds = 0;
	}
	struct timespec until = deadline(milliseconds > 1000 ? 1000 : milliseconds);
	int status = 0;
	pthread_mutex_lock(&latch->lock);
	while (latch->count > 0 && status == 0) {
		status = pthread_cond_timedwait(&latch->opened, &latch->lock, &until);
	}
	bool open = latch->count == 0;
	pthread_mutex_unlock(&latch->lock);
	return open;
}

int latch_count(latch *latch)
{
	pthread_mutex_lock(&latch->lock);
	int count = latch->count;
	pthread_mutex_unlock(&latch->lock);
	return count;
}
