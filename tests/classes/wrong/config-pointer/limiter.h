// heddle: assertion|not-linearizable
// Two limiter_enter calls both see the last free place and both take it.
// SPDX-License-Identifier: Apache-2.0
#ifndef LIMITER_H
#define LIMITER_H

#include <stdbool.h>

/** How a limiter is set up. */
struct limiter_config {
	int places;  ///< how many may be inside at once, at least 1
	int reserve; ///< how many of them are only for limiter_enter_urgent, less than places
};

typedef struct limiter limiter;

/** Make a limiter; NULL when the configuration makes no sense or there is no memory. */
limiter *limiter_new(const struct limiter_config *config);

/** Free the limiter. No other thread may use it any more. */
void limiter_free(limiter *limiter);

/** Enter when there is a place that is not reserved; never waits. */
bool limiter_enter(limiter *limiter);

/** Enter when there is any place; never waits. */
bool limiter_enter_urgent(limiter *limiter);

/** Leave; false when nobody was inside. */
bool limiter_leave(limiter *limiter);

/** How many places are free. */
int limiter_free_places(limiter *limiter);

#endif
