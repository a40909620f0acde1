// SPDX-License-Identifier: Apache-2.0
// A table of philosophers with a fork between any two of them.
#ifndef DINING_H
#define DINING_H

typedef struct dining dining;

/** A table; NULL when there are not 1 to 16 philosophers or there is no memory. */
dining *dining_new(int philosophers);

/** Free the table. No other thread may use it any more. */
void dining_free(dining *table);

/** A philosopher takes both forks and eats; how many meals that makes, -1 when there is no such philosopher. */
int dining_eat(dining *table, int philosopher);

/** How many meals a philosopher has had; -1 when there is no such philosopher. */
int dining_get_meals(dining *table, int philosopher);

/** How many philosophers there are. */
int dining_count(dining *table);

#endif
