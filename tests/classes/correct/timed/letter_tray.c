// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "letter_tray.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct letter_tray {
	pthread_mutex_t lock;
	pthread_cond_t came;
	int letters[8], n;
};

letter_tray *letter_tray_new(void)
{
	letter_tray *t = calloc(1, sizeof(*t));
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->came, NULL);
	return t;
}

void letter_tray_free(letter_tray *t)
{
	pthread_cond_destroy(&t->came);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

int letter_tray_put(letter_tray *t, int letter)
{
	pthread_mutex_lock(&t->lock);
	int fits = t->n < 8;
	if (fits) {
		t->letters[t->n++] = letter & 0xff;
		pthread_cond_broadcast(&t->came);
	}
	pthread_mutex_unlock(&t->lock);
	return fits;
}

int letter_tray_wait(letter_tray *t, unsigned milliseconds)
{
	struct timespec until;
	int letter = -1, status = 0;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += milliseconds / 1000;
	until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&t->lock);
	while (t->n == 0 && status == 0) {
		status = pthread_cond_timedwait(&t->came, &t->lock, &until);
	}
	if (t->n > 0) {
		assert(t->n > 0);
		letter = t->letters[--t->n];
	}
	pthread_mutex_unlock(&t->lock);
	return letter;
}
