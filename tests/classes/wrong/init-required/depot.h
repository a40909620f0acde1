// heddle: data-race|not-linearizable
// Bug: two depot_put calls at once; no depot can be opened before depot_library_init.
// SPDX-License-Identifier: Apache-2.0
#ifndef DEPOT_H
#define DEPOT_H

int depot_library_init(void);
void depot_library_exit(void);

struct depot;
struct depot *depot_open(int limit);
void depot_close(struct depot *d);
int depot_put(struct depot *d, int amount);
int depot_take(struct depot *d, int amount);
int depot_level(struct depot *d);

#endif
