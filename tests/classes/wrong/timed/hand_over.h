// heddle: not-linearizable
// SPDX-License-Identifier: Apache-2.0
// Values are handed to waiters. One whose time is up when it gets a value loses it.
#ifndef HAND_OVER_H
#define HAND_OVER_H

#include <stdbool.h>

typedef struct hand_over hand_over;

hand_over *hand_over_new(void);
void hand_over_free(hand_over *h);
bool hand_over_put(hand_over *h);
bool hand_over_get(hand_over *h, unsigned milliseconds);
int hand_over_count(hand_over *h);

#endif
