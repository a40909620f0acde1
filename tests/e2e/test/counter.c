#include "counter.h"

#include <pthread.h>
#include <stdlib.h>

struct counter {
	pthread_mutex_t lock;
	int value;
};

counter *counter_new(void)
{
	counter *c = calloc(1, sizeof(*c));
	if (c) {
		pthread_mutex_init(&c->lock, NULL);
	}
	return c;
}

void counter_free(counter *c)
{
	pthread_mutex_destroy(&c->lock);
	free(c);
}

void counter_add(counter *c, int amount)
{
	pthread_mutex_lock(&c->lock);
	c->value = (int)((unsigned)c->value + (unsigned)amount);
	pthread_mutex_unlock(&c->lock);
}

int counter_value(counter *c)
{
	pthread_mutex_lock(&c->lock);
	int value = c->value;
	pthread_mutex_unlock(&c->lock);
	return value;
}

void counter_reset(counter *c)
{
	c->value = 0;
}
