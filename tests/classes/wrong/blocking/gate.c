// heddle: deadlock
// gate_pass sees a closed gate, gate_open opens it and wakes nobody, gate_pass then waits for ever.
// SPDX-License-Identifier: Apache-2.0
#include "gate.h"

#include <pthread.h>
#include <stdlib.h>

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t opened;
	bool open;
};

gate *gate_new(void)
{
	gate *gate = calloc(1, sizeof *gate);
	if (!gate) {
		return NULL;
	}
	pthread_mutex_init(&gate->lock, NULL);
	pthread_cond_init(&gate->opened, NULL);
	return gate;
}

void gate_free(gate *gate)
{
	if (!gate) {
		return;
	}
	pthread_cond_destroy(&gate->opened);
	pthread_mutex_destroy(&gate->lock);
	free(gate);
}

void gate_open(gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	gate->open = true;
	pthread_cond_broadcast(&gate->opened);
	pthread_mutex_unlock(&gate->lock);
}

bool gate_is_open(gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	bool open = gate->open;
	pthread_mutex_unlock(&gate->lock);
	return open;
}

void gate_pass(gate *gate)
{
	// A gate never closes again, so it is enough to look once before waiting.
	if (gate_is_open(gate)) {
		return;
	}
	pthread_mutex_lock(&gate->lock);
	pthread_cond_wait(&gate->opened, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}
