// heddle: none
// All that a call does is done in one critical section.
// SPDX-License-Identifier: Apache-2.0
#ifndef BASIN_H
#define BASIN_H

#include <stddef.h>

/** Water, and room for so many buckets of it, which are large. Thread-safe. */
typedef struct basin basin;

/** NULL: there is no memory. */
basin *basin_new(size_t buckets);
void basin_free(basin *b);
/** Room for so many, empty, instead of what there was; 0: there is no memory. */
int basin_resize(basin *b, size_t buckets);
void basin_fill(basin *b, unsigned water);
/** What there was of it; the rest is what stays. */
unsigned basin_draw(basin *b, unsigned water);
unsigned basin_level(basin *b);

#endif
