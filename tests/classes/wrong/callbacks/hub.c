// heddle: use-after-free|data-race|not-linearizable
// hub_publish unlocks around each callback and goes on to a listener that hub_remove has freed.
// SPDX-License-Identifier: Apache-2.0
#include "hub.h"

#include <pthread.h>
#include <stdlib.h>

struct listener {
	struct listener *next;
	hub_listener function;
	void *user;
	int number;
};

struct hub {
	pthread_mutex_t lock;
	struct listener *listeners;
	int numbers;
};

hub *hub_new(void)
{
	hub *hub = calloc(1, sizeof *hub);
	if (hub) {
		pthread_mutex_init(&hub->lock, NULL);
	}
	return hub;
}

void hub_free(hub *hub)
{
	if (!hub) {
		return;
	}
	while (hub->listeners) {
		struct listener *listener = hub->listeners;
		hub->listeners = listener->next;
		free(listener);
	}
	pthread_mutex_destroy(&hub->lock);
	free(hub);
}

int hub_add(hub *hub, hub_listener function, void *user)
{
	struct listener *listener = function ? malloc(sizeof *listener) : NULL;
	if (!listener) {
		return -1;
	}
	listener->function = function;
	listener->user = user;
	pthread_mutex_lock(&hub->lock);
	int number = ++hub->numbers;
	listener->number = number;
	listener->next = hub->listeners;
	hub->listeners = listener;
	pthread_mutex_unlock(&hub->lock);
	return number;
}

int hub_remove(hub *hub, int number)
{
	pthread_mutex_lock(&hub->lock);
	struct listener **link = &hub->listeners;
	while (*link && (*link)->number != number) {
		link = &(*link)->next;
	}
	struct listener *found = *link;
	if (found) {
		*link = found->next;
	}
	pthread_mutex_unlock(&hub->lock);
	free(found);
	return found ? 0 : -1;
}

int hub_publish(hub *hub, int event)
{
	int called = 0;
	pthread_mutex_lock(&hub->lock);
	struct listener *listener = hub->listeners;
	while (listener) {
		// The callback may remove its own listener: take all that is needed before.
		struct listener *next = listener->next;
		hub_listener function = listener->function;
		void *user = listener->user;
		pthread_mutex_unlock(&hub->lock);
		function(event, user);
		called++;
		pthread_mutex_lock(&hub->lock);
		listener = next;
	}
	pthread_mutex_unlock(&hub->lock);
	return called;
}

int hub_count(hub *hub)
{
	int count = 0;
	pthread_mutex_lock(&hub->lock);
	for (const struct listener *l = hub->listeners; l; l = l->next) {
		count++;
	}
	pthread_mutex_unlock(&hub->lock);
	return count;
}
