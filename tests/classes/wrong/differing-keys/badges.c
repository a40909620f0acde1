// SPDX-License-Identifier: Apache-2.0
#include "badges.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST 2

struct badges {
	pthread_mutex_t lock;
	unsigned n;
	uint8_t all[MOST][BADGE_BYTES];
};

badges_t *badges_new(void)
{
	badges_t *b = calloc(1, sizeof(*b));

	if (b) {
		pthread_mutex_init(&b->lock, NULL);
	}
	return b;
}

void badges_free(badges_t *b)
{
	if (b) {
		pthread_mutex_destroy(&b->lock);
		free(b);
	}
}

static bool is_inside(const badges_t *b, const uint8_t *badge)
{
	for (unsigned i = 0; i < b->n; i++) {
		if (memcmp(b->all[i], badge, BADGE_BYTES) == 0) {
			return true;
		}
	}
	return false;
}

bool badges_enter(badges_t *b, const uint8_t badge[BADGE_BYTES])
{
	pthread_mutex_lock(&b->lock);
	bool enters = !is_inside(b, badge) && b->n < MOST;
	unsigned place = b->n;
	b->n += enters;
	if (place == 1) {
		pthread_mutex_unlock(&b->lock);
	}
	if (enters) {
		memcpy(b->all[place], badge, BADGE_BYTES);
	}
	if (place != 1) {
		pthread_mutex_unlock(&b->lock);
	}
	return enters;
}

unsigned badges_inside(badges_t *b)
{
	pthread_mutex_lock(&b->lock);
	unsigned n = b->n;
	pthread_mutex_unlock(&b->lock);
	return n;
}
