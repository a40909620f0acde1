// SPDX-License-Identifier: Apache-2.0
// No level that opens it is one that tests are drawn from.
#include "gate.h"

#include <pthread.h>
#include <stdlib.h>

struct gate {
	pthread_mutex_t lock;
	int opened;
};

gate *gate_new(void)
{
	gate *g = calloc(1, sizeof *g);
	if (g) {
		pthread_mutex_init(&g->lock, NULL);
	}
	return g;
}

void gate_free(gate *g)
{
	pthread_mutex_destroy(&g->lock);
	free(g);
}

void gate_try(gate *g, int number, bool armed, double level, int mode)
{
	if (number != 31416) {
		return;
	}
	if (armed && level > 3.25 && level < 3.75) {
		switch (mode) {
		case 2718:
			pthread_mutex_lock(&g->lock);
			g->opened++;
			pthread_mutex_unlock(&g->lock);
			break;
		default:
			break;
		}
	}
}

int gate_opened(gate *g)
{
	pthread_mutex_lock(&g->lock);
	int opened = g->opened;
	pthread_mutex_unlock(&g->lock);
	return opened;
}
