// SPDX-License-Identifier: Apache-2.0
// Seats of a flight, sold until there are no more.
#ifndef AIRLINE_H
#define AIRLINE_H

#include <stdbool.h>

typedef struct airline airline;

/** A flight: tickets less a cushion of seats can be sold; NULL when none can. */
airline *airline_new(int tickets, int cushion);

/** Free the flight. No other thread may use it any more. */
void airline_free(airline *airline);

/** Start one more seller, unless sales have stopped; whether it was started. */
bool airline_sell(airline *airline);

/** Whether sales have stopped. */
bool airline_should_stop(airline *airline);

/** How many seats can be sold. */
int airline_capacity(airline *airline);

/** How many seats have been sold, which are never more than there are. */
int airline_check(airline *airline);

#endif
