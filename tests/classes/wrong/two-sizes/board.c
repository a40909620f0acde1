// SPDX-License-Identifier: Apache-2.0
#include "board.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct board {
	pthread_mutex_t lock;
	size_t rows, columns;
	int *cells;
};

board *board_new(unsigned rows, unsigned columns)
{
	board *b = calloc(1, sizeof *b);
	size_t size = (size_t)rows * columns * sizeof(int);
	int *cells = b && size > 0 && size <= (size_t)1 << 30 ? malloc(size) : NULL;

	if (!cells) {
		free(b);
		return NULL;
	}
	pthread_mutex_init(&b->lock, NULL);
	b->rows = rows;
	b->columns = columns;
	b->cells = memset(cells, 0, size);
	return b;
}

void board_free(board *b)
{
	if (b) {
		pthread_mutex_destroy(&b->lock);
		free(b->cells);
		free(b);
	}
}

int board_mark(board *b, unsigned row, unsigned column)
{
	int before = -1;

	if (row < b->rows && column < b->columns) {
		pthread_mutex_lock(&b->lock);
		before = b->cells[row * b->columns + column];
		pthread_mutex_unlock(&b->lock);
		pthread_mutex_lock(&b->lock);
		b->cells[row * b->columns + column] = before + 1;
		pthread_mutex_unlock(&b->lock);
	}
	return before;
}

int board_marks(board *b, unsigned row)
{
	int marks = row < b->rows ? 0 : -1;

	pthread_mutex_lock(&b->lock);
	for (size_t i = 0; row < b->rows && i < b->columns; i++) {
		marks += b->cells[row * b->columns + i];
	}
	pthread_mutex_unlock(&b->lock);
	return marks;
}
