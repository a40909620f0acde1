// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "bus.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16

struct subscription {
	bus_listener listener;
	void *user;
	int number;
};

struct bus {
	pthread_mutex_t lock;
	int count;
	int numbers;
	struct subscription subscriptions[MOST];
};

static _Thread_local bool in_listener;

bus *bus_new(void)
{
	bus *bus = calloc(1, sizeof *bus);
	if (bus) {
		pthread_mutex_init(&bus->lock, NULL);
	}
	return bus;
}

void bus_free(bus *bus)
{
	if (!bus) {
		return;
	}
	pthread_mutex_destroy(&bus->lock);
	free(bus);
}

int bus_subscribe(bus *bus, bus_listener listener, void *user)
{
	if (in_listener || !listener) {
		return -1;
	}
	int number = -1;
	pthread_mutex_lock(&bus->lock);
	if (bus->count < MOST) {
		number = ++bus->numbers;
		bus->subscriptions[bus->count++] = (struct subscription){listener, user, number};
	}
	pthread_mutex_unlock(&bus->lock);
	return number;
}

bool bus_unsubscribe(bus *bus, int number)
{
	if (in_listener) {
		return false;
	}
	bool found = false;
	pthread_mutex_lock(&bus->lock);
	for (int i = 0; i < bus->count && !found; i++) {
		if (bus->subscriptions[i].number == number) {
			found = true;
			bus->count--;
			memmove(&bus->subscriptions[i], &bus->subscriptions[i + 1],
				(size_t)(bus->count - i) * sizeof bus->subscriptions[0]);
		}
	}
	pthread_mutex_unlock(&bus->lock);
	return found;
}

int bus_publish(bus *bus, int event)
{
	if (in_listener) {
		return -1;
	}
	struct subscription subscriptions[MOST];
	pthread_mutex_lock(&bus->lock);
	int count = bus->count;
	memcpy(subscriptions, bus->subscriptions, (size_t)count * sizeof subscriptions[0]);
	pthread_mutex_unlock(&bus->lock);

	in_listener = true;
	for (int i = 0; i < count; i++) {
		subscriptions[i].listener(event, subscriptions[i].user);
	}
	in_listener = false;
	return count;
}

int bus_count(bus *bus)
{
	pthread_mutex_lock(&bus->lock);
	int count = bus->count;
	pthread_mutex_unlock(&bus->lock);
	return count;
}
