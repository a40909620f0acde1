// heddle: livelock
// depot_tidy, twice: each says that it is at it and then waits, by and by, until the other no longer is.
// SPDX-License-Identifier: Apache-2.0
#ifndef DEPOT_H
#define DEPOT_H

/** Keeps a number of things. From any thread. */
typedef struct depot depot;

depot *depot_new(void);
void depot_free(depot *d);
void depot_put(depot *d);
int depot_count(depot *d);
/** Takes everything out, when nobody else tidies up. How much was there? */
int depot_tidy(depot *d);

#endif
