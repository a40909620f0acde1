// SPDX-License-Identifier: Apache-2.0
// No locks. The seller that sells one seat too many stops the sales, and that
// seat is taken back. Sellers that have seen before that sales go on sell more.
#include "airline.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct airline {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	int capacity;
	int sold;
	bool stop;
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct airline *held = enter(object)

static airline *enter(airline *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(airline **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(airline *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(airline *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

airline *airline_new(int tickets, int cushion)
{
	if (tickets < 1 || cushion < 0 || cushion >= tickets) {
		return NULL;
	}
	airline *airline = calloc(1, sizeof *airline);
	if (airline) {
		airline->capacity = tickets - cushion;
		monitor_init(airline);
	}
	return airline;
}

void airline_free(airline *airline)
{
	if (airline) {
		monitor_destroy(airline);
		free(airline);
	}
}

bool airline_sell(airline *airline)
{
	SYNCHRONIZED(airline);
	if (airline->stop) {
		return false;
	}
	airline->sold++;
	if (airline->sold > airline->capacity) {
		airline->stop = true;
	}
	return true;
}

bool airline_should_stop(airline *airline)
{
	SYNCHRONIZED(airline);
	return airline->stop;
}

int airline_capacity(airline *airline)
{
	return airline->capacity; // never changes
}

int airline_check(airline *airline)
{
	SYNCHRONIZED(airline);
	int sold = airline->sold;
	if (sold > airline->capacity) {
		sold--; // the one that stopped the sales
	}
	assert(sold <= airline->capacity);
	return sold;
}
