// SPDX-License-Identifier: Apache-2.0
#include "garage.h"

#include <pthread.h>
#include <stdlib.h>

struct car {
	car *next;
	unsigned distance;
};

struct garage {
	pthread_mutex_t lock;
	car *cars;
};

garage *garage_new(void)
{
	garage *g = calloc(1, sizeof(*g));

	if (g) {
		pthread_mutex_init(&g->lock, NULL);
	}
	return g;
}

void garage_free(garage *g)
{
	for (car *c = g->cars; c;) {
		car *next = c->next;
		free(c);
		c = next;
	}
	pthread_mutex_destroy(&g->lock);
	free(g);
}

car *car_new(garage *g)
{
	car *c = g ? calloc(1, sizeof(*c)) : NULL;

	if (c) {
		pthread_mutex_lock(&g->lock);
		c->next = g->cars;
		g->cars = c;
		pthread_mutex_unlock(&g->lock);
	}
	return c;
}

void car_drive(car *c, unsigned distance)
{
	c->distance += distance;
}

unsigned car_distance(car *c)
{
	return c->distance;
}
