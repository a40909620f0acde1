// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "fifo.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 8 };

struct fifo {
	pthread_mutex_t producers;
	atomic_uint head, tail;
	int values[SIZE];
};

fifo *fifo_create(void)
{
	fifo *f = calloc(1, sizeof(*f));
	if (f) {
		pthread_mutex_init(&f->producers, NULL);
	}
	return f;
}

void fifo_destroy(fifo *f)
{
	pthread_mutex_destroy(&f->producers);
	free(f);
}

int fifo_sp_enqueue(fifo *f, int value)
{
	unsigned tail = atomic_load(&f->tail);
	if (tail - atomic_load(&f->head) == SIZE) {
		return 0;
	}
	f->values[tail % SIZE] = value;
	atomic_store(&f->tail, tail + 1);
	return 1;
}

int fifo_mp_enqueue(fifo *f, int value)
{
	pthread_mutex_lock(&f->producers);
	int done = fifo_sp_enqueue(f, value);
	pthread_mutex_unlock(&f->producers);
	return done;
}

int fifo_sc_dequeue(fifo *f, int *value)
{
	unsigned head = atomic_load(&f->head);
	if (head == atomic_load(&f->tail) || !value) {
		return 0;
	}
	*value = f->values[head % SIZE];
	atomic_store(&f->head, head + 1);
	return 1;
}
