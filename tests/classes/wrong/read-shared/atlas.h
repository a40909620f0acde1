// heddle: use-after-free|double-free|out-of-bounds|wild-access|not-linearizable
// atlas_nearest sorts at the first lookup: a second one frees what the first uses.
// SPDX-License-Identifier: Apache-2.0
#ifndef ATLAS_H
#define ATLAS_H

#include <stddef.h>

/** Places on a map. Concurrent lookups are safe while nobody adds. */
typedef struct atlas atlas;

atlas *atlas_new(void);
void atlas_free(atlas *a);
int atlas_add(atlas *a, int x, int y);
int atlas_nearest(const atlas *a, int x, int y);
size_t atlas_size(const atlas *a);

#endif
