// heddle: use-after-free|double-free|data-race|not-linearizable
// Bug: with the 40th name the table moves, and the lock is released meanwhile.
// SPDX-License-Identifier: Apache-2.0
#ifndef REGISTRY_H
#define REGISTRY_H

#include <stddef.h>

typedef struct registry registry_t;

registry_t *registry_new(void);
void registry_free(registry_t *r);
// How many names there are with it; 0: there is no memory. Any thread may call it.
size_t registry_add(registry_t *r, const char *name);
size_t registry_count(registry_t *r);

#endif
