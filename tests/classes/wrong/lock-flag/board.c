// heddle: data-race|not-linearizable
// Bug: board_post counts before it locks.
// SPDX-License-Identifier: Apache-2.0
#include "board.h"

#include <pthread.h>
#include <stdlib.h>

struct board {
	pthread_mutex_t lock;
	unsigned flags;
	int count, last;
};

static void enter(board_t *b)
{
	if (b->flags & BOARD_SHARED) {
		pthread_mutex_lock(&b->lock);
	}
}

static void leave(board_t *b)
{
	if (b->flags & BOARD_SHARED) {
		pthread_mutex_unlock(&b->lock);
	}
}

board_t *board_new(unsigned flags)
{
	board_t *b = calloc(1, sizeof(*b));

	pthread_mutex_init(&b->lock, NULL);
	b->flags = flags;
	return b;
}

void board_free(board_t *b)
{
	pthread_mutex_destroy(&b->lock);
	free(b);
}

int board_post(board_t *b, int note)
{
	int count = ++b->count;
	enter(b);
	b->last = note;
	leave(b);
	return count;
}

int board_count(board_t *b)
{
	enter(b);
	int count = b->count;
	leave(b);
	return count;
}
