// heddle: not-linearizable|out-of-bounds
// board_unpin takes the note without the lock: two threads get the same one.
// SPDX-License-Identifier: Apache-2.0
#include "board.h"

#include <pthread.h>
#include <stdlib.h>

struct board {
	pthread_mutex_t lock;
	size_t size;
	int notes[8];
};

board *board_create(void)
{
	board *b = calloc(1, sizeof(*b));
	if (b) {
		pthread_mutexattr_t recursive;
		pthread_mutexattr_init(&recursive);
		pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
		pthread_mutex_init(&b->lock, &recursive);
		pthread_mutexattr_destroy(&recursive);
	}
	return b;
}

void board_destroy(board *b)
{
	pthread_mutex_destroy(&b->lock);
	free(b);
}

int board_pin(board *b, int note)
{
	pthread_mutex_lock(&b->lock);
	int fits = b->size < 8;
	if (fits) {
		b->notes[b->size++] = note;
	}
	pthread_mutex_unlock(&b->lock);
	return fits;
}

int board_unpin(board *b)
{
	int note = 0;
	if (b->size > 0) {
		note = b->notes[--b->size];
	}
	return note;
}

int board_read(board *b, int (*reader)(int note, void *data), void *data)
{
	int read = 0;
	pthread_mutex_lock(&b->lock);
	for (size_t i = 0; reader && i < b->size; i++) {
		read += reader(b->notes[i], data);
	}
	pthread_mutex_unlock(&b->lock);
	return read;
}

size_t board_size(board *b)
{
	pthread_mutex_lock(&b->lock);
	size_t size = b->size;
	pthread_mutex_unlock(&b->lock);
	return size;
}
