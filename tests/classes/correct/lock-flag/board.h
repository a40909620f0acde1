// heddle: none
// Boards are for many threads only if they were made so.
// SPDX-License-Identifier: Apache-2.0
#ifndef BOARD_H
#define BOARD_H

#define BOARD_LARGE 0x10
/// The board may be used by several threads.
#define BOARD_SHARED 0x40

typedef struct board board_t;

board_t *board_new(unsigned flags);
void board_free(board_t *b);
int board_post(board_t *b, int note);
int board_count(board_t *b);

#endif
