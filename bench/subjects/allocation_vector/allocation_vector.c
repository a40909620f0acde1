// SPDX-License-Identifier: Apache-2.0
// Finding a free block and marking it hold the monitor, each for itself. Who
// takes a block does one after the other: another thread may have marked the
// block meanwhile.
#include "allocation_vector.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1024
#define FREE 'F'
#define ALLOCATED 'A'

struct allocation_vector {
	pthread_mutex_t monitor;
	int size;
	char blocks[];
};

#define SYNCHRONIZED(object) \
	__attribute__((cleanup(leave), unused)) struct allocation_vector *held = enter(object)

static allocation_vector *enter(allocation_vector *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(allocation_vector **object)
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

allocation_vector *allocation_vector_new(int size)
{
	if (size < 1 || size > LARGEST) {
		return NULL;
	}
	allocation_vector *vector = malloc(sizeof *vector + (size_t)size);
	if (!vector) {
		return NULL;
	}
	vector->size = size;
	memset(vector->blocks, FREE, (size_t)size);
	monitor_init(&vector->monitor);
	return vector;
}

void allocation_vector_free(allocation_vector *vector)
{
	if (vector) {
		pthread_mutex_destroy(&vector->monitor);
		free(vector);
	}
}

int allocation_vector_get_free_block_index(allocation_vector *vector)
{
	SYNCHRONIZED(vector);
	for (int block = 0; block < vector->size; block++) {
		if (vector->blocks[block] == FREE) {
			return block;
		}
	}
	return -1;
}

int allocation_vector_mark_as_allocated_block(allocation_vector *vector, int block)
{
	SYNCHRONIZED(vector);
	if (block < 0 || block >= vector->size) {
		return -1;
	}
	if (vector->blocks[block] == ALLOCATED) {
		return -2;
	}
	vector->blocks[block] = ALLOCATED;
	return 0;
}

int allocation_vector_mark_as_free_block(allocation_vector *vector, int block)
{
	SYNCHRONIZED(vector);
	if (block < 0 || block >= vector->size) {
		return -1;
	}
	if (vector->blocks[block] == FREE) {
		return -3;
	}
	vector->blocks[block] = FREE;
	return 0;
}

int allocation_vector_take_block(allocation_vector *vector)
{
#ifdef FIXED
	SYNCHRONIZED(vector);
#endif
	int block = allocation_vector_get_free_block_index(vector);
	if (block >= 0) {
		int status = allocation_vector_mark_as_allocated_block(vector, block);
		assert(status == 0);
		(void)status;
	}
	return block;
}
