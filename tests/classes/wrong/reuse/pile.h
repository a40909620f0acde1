// heddle: use-after-free|double-free|not-linearizable|leak|data-race|livelock
// The top is exchanged after the item may have been freed, and come back as another: ABA.
// SPDX-License-Identifier: Apache-2.0
#ifndef PILE_H
#define PILE_H

#include <stdbool.h>

/** A lock-free stack of numbers. All functions are thread-safe. */
struct pile;

struct pile *pile_new(void);
void pile_free(struct pile *p);
bool pile_push(struct pile *p, int value);
bool pile_pop(struct pile *p, int *value);

#endif
