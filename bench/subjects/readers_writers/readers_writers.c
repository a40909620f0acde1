// SPDX-License-Identifier: Apache-2.0
// A reader may come in if nobody writes *or* no writer waits: it should be
// *and*. So it comes in while somebody writes, if nobody else wants to.
// Who is let in later is counted by the one who lets in, and does not look again.
#include "readers_writers.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// Waits in its own turn.
struct writer {
	pthread_cond_t admitted;
	bool is_admitted;
	struct writer *next;
};

struct readers_writers {
	pthread_mutex_t monitor; // of all up to here
	pthread_cond_t readers;
	int active_readers, active_writers, waiting_readers;
	unsigned admissions;         // of waiting readers
	struct writer *first, *last; // who wait
	int writing;                 // who are in, under the gate
	int number;                  // under the gate
};

readers_writers *readers_writers_new(void)
{
	readers_writers *gate = calloc(1, sizeof *gate);
	if (gate) {
		pthread_mutex_init(&gate->monitor, NULL);
		pthread_cond_init(&gate->readers, NULL);
	}
	return gate;
}

void readers_writers_free(readers_writers *gate)
{
	if (gate) {
		pthread_cond_destroy(&gate->readers);
		pthread_mutex_destroy(&gate->monitor);
		free(gate);
	}
}

// ---- the gate --------------------------------------------------------------

static bool allow_reader(const readers_writers *gate)
{
#ifdef FIXED
	return gate->active_writers == 0 && gate->first == NULL;
#else
	return gate->active_writers == 0 || gate->first == NULL;
#endif
}

static bool allow_writer(const readers_writers *gate)
{
	return gate->active_readers == 0 && gate->active_writers == 0;
}

static void notify_readers(readers_writers *gate)
{
	gate->active_readers += gate->waiting_readers;
	gate->waiting_readers = 0;
	gate->admissions++;
	pthread_cond_broadcast(&gate->readers);
}

static void notify_writer(readers_writers *gate)
{
	struct writer *writer = gate->first;
	if (writer) {
		gate->first = writer->next;
		gate->active_writers++;
		writer->is_admitted = true;
		pthread_cond_signal(&writer->admitted);
	}
}

static void before_read(readers_writers *gate)
{
	pthread_mutex_lock(&gate->monitor);
	if (allow_reader(gate)) {
		gate->active_readers++;
	} else {
		unsigned before = gate->admissions;
		gate->waiting_readers++;
		while (gate->admissions == before) {
			pthread_cond_wait(&gate->readers, &gate->monitor);
		}
	}
	pthread_mutex_unlock(&gate->monitor);
}

static void after_read(readers_writers *gate)
{
	pthread_mutex_lock(&gate->monitor);
	if (--gate->active_readers == 0 && gate->active_writers == 0) {
		notify_writer(gate);
	}
	pthread_mutex_unlock(&gate->monitor);
}

static void wait_for_turn(readers_writers *gate)
{
	struct writer writer = {0};
	pthread_cond_init(&writer.admitted, NULL);
	if (gate->first) {
		gate->last->next = &writer;
	} else {
		gate->first = &writer;
	}
	gate->last = &writer;
	while (!writer.is_admitted) {
		pthread_cond_wait(&writer.admitted, &gate->monitor);
	}
	pthread_cond_destroy(&writer.admitted);
}

static void before_write(readers_writers *gate)
{
	pthread_mutex_lock(&gate->monitor);
	if (allow_writer(gate)) {
		gate->active_writers++;
	} else {
		wait_for_turn(gate);
	}
	pthread_mutex_unlock(&gate->monitor);
}

// Waiting readers come first, then waiting writers.
static void after_write(readers_writers *gate)
{
	pthread_mutex_lock(&gate->monitor);
	gate->active_writers--;
	if (gate->waiting_readers > 0) {
		notify_readers(gate);
	} else if (gate->active_readers == 0) {
		notify_writer(gate);
	}
	pthread_mutex_unlock(&gate->monitor);
}

// ---- reading and writing ---------------------------------------------------

int readers_writers_read(readers_writers *gate)
{
	before_read(gate);
	assert(gate->writing == 0);
	int number = gate->number;
	after_read(gate);
	return number;
}

void readers_writers_write(readers_writers *gate, int number)
{
	before_write(gate);
	gate->writing++;
	gate->number = number;
	gate->writing--;
	after_write(gate);
}
