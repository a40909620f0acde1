// SPDX-License-Identifier: Apache-2.0
// A barber's shop with chairs for those who wait; its barber sleeps when nobody does.
#ifndef SLEEPING_BARBER_H
#define SLEEPING_BARBER_H

#include <stdbool.h>

typedef struct sleeping_barber sleeping_barber;

/** A shop with so many chairs; NULL when there are less than none or there is no memory. */
sleeping_barber *sleeping_barber_new(int chairs);

/** Free the shop. No other thread may use it any more. */
void sleeping_barber_free(sleeping_barber *shop);

/** A customer: wait on a chair until the hair is cut; false when there is no chair. */
bool sleeping_barber_get_haircut(sleeping_barber *shop);

/** The barber: cut the hair of the next customer, sleep until there is one; the customer's number. */
int sleeping_barber_cut_hair(sleeping_barber *shop);

/** How many customers wait. */
int sleeping_barber_waiting(sleeping_barber *shop);

/** How many customers have been served. */
int sleeping_barber_served(sleeping_barber *shop);

/** Whether the barber sleeps. */
bool sleeping_barber_is_asleep(sleeping_barber *shop);

#endif
