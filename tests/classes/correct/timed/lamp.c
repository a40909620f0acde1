// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "lamp.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct lamp {
	pthread_mutex_t lock;
	bool on;
	int switched;
};

lamp *lamp_new(void)
{
	lamp *l = calloc(1, sizeof(*l));
	if (l) {
		pthread_mutex_init(&l->lock, NULL);
	}
	return l;
}

void lamp_free(lamp *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l);
}

void lamp_switch(lamp *l, bool on)
{
	pthread_mutex_lock(&l->lock);
	l->switched += l->on != on;
	l->on = on;
	pthread_mutex_unlock(&l->lock);
}

bool lamp_poll(lamp *l)
{
	bool on = false;
	for (int i = 0; i < 3 && !on; i++) {
		pthread_mutex_lock(&l->lock);
		on = l->on;
		pthread_mutex_unlock(&l->lock);
		if (!on) {
			usleep(1000);
		}
	}
	return on;
}

int lamp_switched(lamp *l)
{
	pthread_mutex_lock(&l->lock);
	int switched = l->switched;
	pthread_mutex_unlock(&l->lock);
	return switched;
}
