// heddle: data-race|not-linearizable
// Bug: gauge_raise reads the level without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef GAUGE_H
#define GAUGE_H

typedef struct gauge gauge_t;

gauge_t *gauge(int limit);
void gauge_drop(gauge_t *g);
int gauge_raise(gauge_t *g);
int gauge_level(gauge_t *g);

#endif
