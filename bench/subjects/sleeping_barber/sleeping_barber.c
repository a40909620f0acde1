// SPDX-License-Identifier: Apache-2.0
// The barber looks for customers before he takes the monitor to go to sleep. A
// customer who comes in between finds him awake and wakes nobody: the barber
// sleeps, and the customer waits for him.
#include "sleeping_barber.h"

#include <pthread.h>
#include <stdlib.h>

struct sleeping_barber {
	pthread_mutex_t monitor;
	pthread_cond_t came;  // a customer
	pthread_cond_t ready; // somebody's hair
	int chairs;
	int waiting;
	int entered;
	int served;
	bool asleep;
};

#define SYNCHRONIZED(object) \
	__attribute__((cleanup(leave), unused)) struct sleeping_barber *held = enter(object)

static sleeping_barber *enter(sleeping_barber *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(sleeping_barber **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

sleeping_barber *sleeping_barber_new(int chairs)
{
	sleeping_barber *shop = chairs < 0 ? NULL : calloc(1, sizeof *shop);
	if (!shop) {
		return NULL;
	}
	shop->chairs = chairs;
	monitor_init(&shop->monitor);
	pthread_cond_init(&shop->came, NULL);
	pthread_cond_init(&shop->ready, NULL);
	return shop;
}

void sleeping_barber_free(sleeping_barber *shop)
{
	if (!shop) {
		return;
	}
	pthread_cond_destroy(&shop->came);
	pthread_cond_destroy(&shop->ready);
	pthread_mutex_destroy(&shop->monitor);
	free(shop);
}

// ---- customers -------------------------------------------------------------

bool sleeping_barber_get_haircut(sleeping_barber *shop)
{
	SYNCHRONIZED(shop);
	if (shop->waiting == shop->chairs) {
		return false;
	}
	shop->waiting++;
	int number = ++shop->entered;
	if (shop->asleep) {
		pthread_cond_signal(&shop->came);
	}
	while (shop->served < number) {
		pthread_cond_wait(&shop->ready, &shop->monitor);
	}
	return true;
}

// ---- the barber ------------------------------------------------------------

// With the monitor held.
static void sleep_until_customer(sleeping_barber *shop)
{
	do {
		shop->asleep = true;
		pthread_cond_wait(&shop->came, &shop->monitor);
		shop->asleep = false;
	} while (shop->waiting == 0);
}

// With the monitor held.
static int serve_next(sleeping_barber *shop)
{
	shop->waiting--;
	pthread_cond_broadcast(&shop->ready);
	return ++shop->served;
}

int sleeping_barber_cut_hair(sleeping_barber *shop)
{
#ifdef FIXED
	SYNCHRONIZED(shop);
	bool nobody = shop->waiting == 0;
#else
	bool nobody = shop->waiting == 0;
	SYNCHRONIZED(shop);
#endif
	if (nobody) {
		sleep_until_customer(shop);
	}
	return serve_next(shop);
}

// ---- the shop --------------------------------------------------------------

int sleeping_barber_waiting(sleeping_barber *shop)
{
	SYNCHRONIZED(shop);
	return shop->waiting;
}

int sleeping_barber_served(sleeping_barber *shop)
{
	SYNCHRONIZED(shop);
	return shop->served;
}

bool sleeping_barber_is_asleep(sleeping_barber *shop)
{
	SYNCHRONIZED(shop);
	return shop->asleep;
}
