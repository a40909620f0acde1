// SPDX-License-Identifier: Apache-2.0
#include "meter.h"

#include <pthread.h>
#include <stdlib.h>

#define RESET 4711

struct meter {
	pthread_mutex_t lock;
	long total;
};

meter_t *meter_new(void)
{
	meter_t *m = calloc(1, sizeof(*m));

	if (m) {
		pthread_mutex_init(&m->lock, NULL);
	}
	return m;
}

void meter_free(meter_t *m)
{
	if (m) {
		pthread_mutex_destroy(&m->lock);
		free(m);
	}
}

void meter_mark(meter_t *m, int code)
{
	if (code == RESET) {
		m->total = 0;
		return;
	}
	pthread_mutex_lock(&m->lock);
	m->total++;
	pthread_mutex_unlock(&m->lock);
}

long meter_total(meter_t *m)
{
	pthread_mutex_lock(&m->lock);
	long total = m->total;
	pthread_mutex_unlock(&m->lock);
	return total;
}
