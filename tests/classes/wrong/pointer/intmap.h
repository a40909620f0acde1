// heddle: use-after-free|data-race
// intmap_get probes the table after unlocking while intmap_put grows and frees it.
// SPDX-License-Identifier: Apache-2.0
#ifndef INTMAP_H
#define INTMAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct intmap intmap;

/** Make an empty map; NULL when there is no memory. */
intmap *intmap_new(void);

/** Free the map. No other thread may use it any more. */
void intmap_free(intmap *map);

/** Set the value of a key; false when there is no memory. */
bool intmap_put(intmap *map, int key, int value);

/** The value of a key, or `missing`. */
int intmap_get(intmap *map, int key, int missing);

/** How many keys there are. */
size_t intmap_count(intmap *map);

#endif
