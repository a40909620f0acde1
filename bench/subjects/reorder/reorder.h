// SPDX-License-Identifier: Apache-2.0
// A number and its negative.
#ifndef REORDER_H
#define REORDER_H

typedef struct reorder reorder;

/** 0 and 0; NULL when there is no memory. */
reorder *reorder_new(void);

/** Free the numbers. No other thread may use them any more. */
void reorder_free(reorder *reorder);

/** Set both. */
void reorder_set(reorder *reorder, int number);

/** The number, whose negative is the other one. */
long reorder_check(reorder *reorder);

#endif
