// SPDX-License-Identifier: Apache-2.0
#include "ring.h"

#include <pthread.h>
#include <stdlib.h>

struct ring {
	pthread_mutex_t read_lock;
	pthread_mutex_t write_lock;
	int capacity;
	int head; // read_lock
	int tail; // write_lock
	int size; // and which lock protects this one?
	int values[];
};

int ring_create(ring **out, int capacity)
{
	if (!out || capacity < 1 || capacity > 4096) {
		return -1;
	}
	ring *ring = calloc(1, sizeof *ring + (size_t)capacity * sizeof(int));
	if (!ring) {
		return -1;
	}
	pthread_mutex_init(&ring->read_lock, NULL);
	pthread_mutex_init(&ring->write_lock, NULL);
	ring->capacity = capacity;
	*out = ring;
	return 0;
}

void ring_destroy(ring *ring)
{
	if (!ring) {
		return;
	}
	pthread_mutex_destroy(&ring->write_lock);
	pthread_mutex_destroy(&ring->read_lock);
	free(ring);
}

int ring_put(ring *ring, int value)
{
	int status = -1;
	pthread_mutex_lock(&ring->write_lock);
	if (ring->size < ring->capacity) {
		ring->values[ring->tail] = value;
		ring->tail = (ring->tail + 1) % ring->capacity;
		ring->size++; // races with the one in ring_take()
		status = 0;
	}
	pthread_mutex_unlock(&ring->write_lock);
	return status;
}

int ring_take(ring *ring, int *value)
{
	int status = -1;
	pthread_mutex_lock(&ring->read_lock);
	if (ring->size > 0) {
		*value = ring->values[ring->head];
		ring->head = (ring->head + 1) % ring->capacity;
		ring->size--;
		status = 0;
	}
	pthread_mutex_unlock(&ring->read_lock);
	return status;
}

int ring_size(ring *ring)
{
	pthread_mutex_lock(&ring->read_lock);
	int size = ring->size;
	pthread_mutex_unlock(&ring->read_lock);
	return size;
}
