// SPDX-License-Identifier: Apache-2.0
// A class one of whose methods calls another.
#ifndef NESTED_H
#define NESTED_H

typedef struct gauge gauge;

gauge *gauge_new(void);
void gauge_free(gauge *g);
int gauge_step(gauge *g);
int gauge_twice(gauge *g);

#endif
