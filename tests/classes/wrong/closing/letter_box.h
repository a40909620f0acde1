// heddle: deadlock
// SPDX-License-Identifier: Apache-2.0
// To close is not to free: letter_box_close wakes those who wait, but without the lock, so that
// one who is just about to wait sleeps for ever.
#ifndef LETTER_BOX_H
#define LETTER_BOX_H

#include <stdbool.h>

typedef struct letter_box letter_box;

letter_box *letter_box_new(void);
void letter_box_release(letter_box *b);
void letter_box_close(letter_box *b);
bool letter_box_post(letter_box *b, int letter);
int letter_box_take(letter_box *b); // waits; -1 when it is closed and empty

#endif
