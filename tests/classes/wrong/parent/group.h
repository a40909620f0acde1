// heddle: data-race|not-linearizable
// SPDX-License-Identifier: Apache-2.0
// The one constructor takes an object of its own class, or NULL. group_charge adds without a lock.
#ifndef GROUP_H
#define GROUP_H

#include <stdbool.h>

/** A group with a limit; thread-safe. */
typedef struct group group;

group *group_create(group *parent, unsigned limit); // parent: NULL for a root
void group_destroy(group *g);
bool group_charge(group *g, unsigned amount);
unsigned group_used(group *g);

#endif
