// heddle: data-race|not-linearizable
// filter_offer counts what its rule accepts without the lock: two offers lose one.
// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#include <pthread.h>
#include <stdlib.h>

struct filter {
	pthread_mutex_t lock;
	filter_rule rule;
	void *user;
	size_t accepted;
};

bool filter_open(filter **out)
{
	filter *self = calloc(1, sizeof(*self));
	if (self) {
		pthread_mutex_init(&self->lock, NULL);
	}
	*out = self;
	return self != NULL;
}

void filter_close(filter **self)
{
	pthread_mutex_destroy(&(*self)->lock);
	free(*self);
	*self = NULL;
}

void filter_set_rule(filter *self, filter_rule rule, void *user)
{
	pthread_mutex_lock(&self->lock);
	self->rule = rule;
	self->user = user;
	pthread_mutex_unlock(&self->lock);
}

void filter_offer(filter *self, int value)
{
	pthread_mutex_lock(&self->lock);
	filter_rule rule = self->rule;
	void *user = self->user;
	pthread_mutex_unlock(&self->lock);
	if (rule && rule(value, user)) {
		self->accepted++;
	}
}

size_t filter_accepted(filter *self)
{
	pthread_mutex_lock(&self->lock);
	size_t accepted = self->accepted;
	pthread_mutex_unlock(&self->lock);
	return accepted;
}
