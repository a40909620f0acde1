// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef BERTH_H
#define BERTH_H

#include <stdbool.h>

/* Ships in the order of their coming: multiple producers, a single consumer. */
typedef struct berth berth;

berth *berth_new(void);
void berth_free(berth *b);
/* False: all places are taken or reserved. */
bool berth_enqueue(berth *b, int ship);
/* 0: there is none. */
int berth_dequeue(berth *b);
/* How many have come. */
int berth_size(const berth *b);

#endif
