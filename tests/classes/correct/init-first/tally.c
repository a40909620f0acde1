// SPDX-License-Identifier: Apache-2.0
#include "tally.h"

#include <pthread.h>
#include <stdlib.h>

#define KINDS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *counters;

void tally_init(void)
{
	if (!counters) {
		counters = calloc(KINDS, sizeof(*counters));
	}
}

int tally_count(int what)
{
	if (!counters) {
		tally_init(); // for programs of one thread that forgot it
	}
	pthread_mutex_lock(&lock);
	int n = counters ? ++counters[(unsigned)what % KINDS] : 0;
	pthread_mutex_unlock(&lock);
	return n;
}

int tally_total(void)
{
	int total = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; counters && i < KINDS; i++) {
		total += counters[i];
	}
	pthread_mutex_unlock(&lock);
	return total;
}
