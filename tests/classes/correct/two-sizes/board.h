// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BOARD_H
#define BOARD_H

typedef struct board board;

/** A board of cells, all of them 0. Neither number alone makes it large. All functions may be called by any thread. */
board *board_new(unsigned rows, unsigned columns);
void board_free(board *b);
/** Adds 1 to a cell; what it was before, or -1 if there is no such cell. */
int board_mark(board *b, unsigned row, unsigned column);
/** The marks of a row, or -1 if there is none. */
int board_marks(board *b, unsigned row);

#endif
