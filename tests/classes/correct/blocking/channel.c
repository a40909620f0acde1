// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct channel {
	pthread_mutex_t lock;
	pthread_cond_t not_full;
	pthread_cond_t not_empty;
	bool closed;
	int capacity;
	int first;
	int length;
	int values[];
};

channel *channel_new(int capacity)
{
	if (capacity < 1 || capacity > 1024) {
		return NULL;
	}
	channel *channel = calloc(1, sizeof *channel + (size_t)capacity * sizeof(int));
	if (!channel) {
		return NULL;
	}
	pthread_mutex_init(&channel->lock, NULL);
	pthread_cond_init(&channel->not_full, NULL);
	pthread_cond_init(&channel->not_empty, NULL);
	channel->capacity = capacity;
	return channel;
}

void channel_free(channel *channel)
{
	if (!channel) {
		return;
	}
	pthread_cond_destroy(&channel->not_empty);
	pthread_cond_destroy(&channel->not_full);
	pthread_mutex_destroy(&channel->lock);
	free(channel);
}

// With the lock held.
static int put(channel *channel, int value)
{
	if (channel->closed || channel->length == channel->capacity) {
		return -1;
	}
	channel->values[(channel->first + channel->length) % channel->capacity] = value;
	channel->length++;
	pthread_cond_signal(&channel->not_empty);
	return 0;
}

static int take(channel *channel, int *value)
{
	if (channel->length == 0) {
		return -1;
	}
	*value = channel->values[channel->first];
	channel->first = (channel->first + 1) % channel->capacity;
	channel->length--;
	pthread_cond_signal(&channel->not_full);
	return 0;
}

int channel_send(channel *channel, int value)
{
	pthread_mutex_lock(&channel->lock);
	while (channel->length == channel->capacity && !channel->closed) {
		pthread_cond_wait(&channel->not_full, &channel->lock);
	}
	int status = put(channel, value);
	pthread_mutex_unlock(&channel->lock);
	return status;
}

int channel_try_send(channel *channel, int value)
{
	pthread_mutex_lock(&channel->lock);
	int status = put(channel, value);
	pthread_mutex_unlock(&channel->lock);
	return status;
}

int channel_receive(channel *channel, int *value)
{
	pthread_mutex_lock(&channel->lock);
	while (channel->length == 0 && !channel->closed) {
		pthread_cond_wait(&channel->not_empty, &channel->lock);
	}
	int status = take(channel, value);
	pthread_mutex_unlock(&channel->lock);
	return status;
}

int channel_try_receive(channel *channel, int *value)
{
	pthread_mutex_lock(&channel->lock);
	int status = take(channel, value);
	pthread_mutex_unlock(&channel->lock);
	return status;
}

int channel_close(channel *channel)
{
	pthread_mutex_lock(&channel->lock);
	int status = channel->closed ? -1 : 0;
	channel->closed = true;
	pthread_cond_broadcast(&channel->not_full);
	pthread_cond_broadcast(&channel->not_empty);
	pthread_mutex_unlock(&channel->lock);
	return status;
}

int channel_length(channel *channel)
{
	pthread_mutex_lock(&channel->lock);
	int length = channel->length;
	pthread_mutex_unlock(&channel->lock);
	return length;
}
