// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef MEMBERS_H
#define MEMBERS_H

#include <stddef.h>

// A set of numbers for several threads.
typedef struct members members;

members *members_new(void);
void members_free(members *m);
int members_join(members *m, int number);
int members_leave(members *m, int number);
size_t members_size(members *m);
/** Calls `visit` for each. It must not call any function of this set. */
int members_each(members *m, int (*visit)(int number, void *data), void *data);

#endif
