// SPDX-License-Identifier: Apache-2.0
#include "hand_over.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct hand_over {
	pthread_mutex_t lock;
	pthread_cond_t handed;
	int count;           // values that nobody was waiting for
	int waiting, handed_over;
};

hand_over *hand_over_new(void)
{
	hand_over *h = calloc(1, sizeof(*h));

	if (h) {
		pthread_mutex_init(&h->lock, NULL);
		pthread_cond_init(&h->handed, NULL);
	}
	return h;
}

void hand_over_free(hand_over *h)
{
	if (h) {
		pthread_cond_destroy(&h->handed);
		pthread_mutex_destroy(&h->lock);
		free(h);
	}
}

bool hand_over_put(hand_over *h)
{
	pthread_mutex_lock(&h->lock);
	bool ok = h->count < 4;
	if (h->waiting > 0) {
		h->waiting--;
		h->handed_over++;
		pthread_cond_signal(&h->handed);
	} else if (ok) {
		h->count++;
	}
	pthread_mutex_unlock(&h->lock);
	return ok;
}

static int wait_for_value(hand_over *h, const struct timespec *until)
{
	int status = 0;

	h->waiting++;
	while (h->handed_over == 0 && status == 0) {
		status = pthread_cond_timedwait(&h->handed, &h->lock, until);
	}
	if (status == 0) {
		h->handed_over--;
	} else if (h->waiting > 0) {
		h->waiting--;
	} else {
		h->handed_over = 0; // a value came in the last moment, and is forgotten
	}
	return status;
}

bool hand_over_get(hand_over *h, unsigned milliseconds)
{
	struct timespec until;
	int status = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += milliseconds / 1000 + 1;
	pthread_mutex_lock(&h->lock);
	if (h->count > 0) {
		h->count--;
	} else {
		status = wait_for_value(h, &until);
	}
	pthread_mutex_unlock(&h->lock);
	return status == 0;
}

int hand_over_count(hand_over *h)
{
	pthread_mutex_lock(&h->lock);
	int count = h->count;
	pthread_mutex_unlock(&h->lock);
	return count;
}
