// SPDX-License-Identifier: Apache-2.0
#include "timed_semaphore.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct timed_semaphore {
	pthread_mutex_t lock;
	pthread_cond_t posted;
	unsigned count;
};

timed_semaphore *timed_semaphore_new(void)
{
	timed_semaphore *s = calloc(1, sizeof(*s));

	if (s) {
		pthread_mutex_init(&s->lock, NULL);
		pthread_cond_init(&s->posted, NULL);
	}
	return s;
}

void timed_semaphore_free(timed_semaphore *s)
{
	if (s) {
		pthread_cond_destroy(&s->posted);
		pthread_mutex_destroy(&s->lock);
		free(s);
	}
}

void timed_semaphore_post(timed_semaphore *s)
{
	pthread_mutex_lock(&s->lock);
	s->count++;
	pthread_cond_signal(&s->posted);
	pthread_mutex_unlock(&s->lock);
}

static bool take(timed_semaphore *s)
{
	bool ok = s->count > 0;

	s->count -= ok;
	return ok;
}

bool timed_semaphore_try(timed_semaphore *s)
{
	pthread_mutex_lock(&s->lock);
	bool ok = take(s);
	pthread_mutex_unlock(&s->lock);
	return ok;
}

bool timed_semaphore_wait(timed_semaphore *s, unsigned milliseconds)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += milliseconds / 1000;
	until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&s->lock);
	while (s->count == 0 && pthread_cond_timedwait(&s->posted, &s->lock, &until) != ETIMEDOUT) {
	}
	bool ok = take(s);
	pthread_mutex_unlock(&s->lock);
	return ok;
}

void timed_semaphore_wait_for_ever(timed_semaphore *s)
{
	pthread_mutex_lock(&s->lock);
	while (!take(s)) {
		pthread_cond_wait(&s->posted, &s->lock);
	}
	pthread_mutex_unlock(&s->lock);
}
