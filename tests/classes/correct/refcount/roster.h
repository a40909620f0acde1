// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef ROSTER_H
#define ROSTER_H

#include <stdbool.h>
#include <stddef.h>

/** A list of numbers that is copied when it is changed: readers take the current version and walk
 *  through it without a lock. The roster itself has a reference count too. */
typedef struct roster roster;

/** An empty roster with one reference; NULL when there is no memory. */
roster *roster_new(void);

/** Take another reference; returns the roster. */
roster *roster_ref(roster *roster);

/** Give one reference back; the last one frees the roster. */
void roster_unref(roster *roster);

/** Add a number at the end; false when there is no memory. */
bool roster_add(roster *roster, int number);

/** Remove the first of these numbers; false when it is not there or there is no memory. */
bool roster_remove(roster *roster, int number);

/** How often a number is in the roster. */
int roster_occurrences(roster *roster, int number);

/** The sum of all numbers. */
long roster_sum(roster *roster);

#endif
