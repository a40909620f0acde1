// heddle: not-linearizable|out-of-bounds
// board_unpin takes the note without the lock: two threads get the same one.
// SPDX-License-Identifier: Apache-2.0
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>

/** Notes that several threads pin and read. A reader may use the board. */
typedef struct board board;

board *board_create(void);
void board_destroy(board *b);
int board_pin(board *b, int note);
int board_unpin(board *b);
int board_read(board *b, int (*reader)(int note, void *data), void *data);
size_t board_size(board *b);

#endif
