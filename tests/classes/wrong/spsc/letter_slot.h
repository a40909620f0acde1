// heddle: use-after-free|double-free|not-linearizable|data-race
// letter_slot_push stores the top: what another producer pushed meanwhile is lost, what was popped comes back.
// SPDX-License-Identifier: Apache-2.0
#ifndef LETTER_SLOT_H
#define LETTER_SLOT_H

#include <stdbool.h>

/* Any number of producers, a single consumer. */
typedef struct letter_slot letter_slot;

letter_slot *letter_slot_new(void);
void letter_slot_free(letter_slot *s);
bool letter_slot_push(letter_slot *s, int letter);
int letter_slot_pop(letter_slot *s);

#endif
