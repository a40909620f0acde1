// heddle: data-race|not-linearizable|out-of-bounds|use-after-free|double-free
// Bug: datum_append makes room for the item before it takes the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef DATUM_H
#define DATUM_H

// A number or a list of numbers. Any thread may call these on one.
struct datum;

struct datum *datum_new_number(int value);
struct datum *datum_new_list(void);
void datum_free(struct datum *d);

// Only of a number.
int datum_number(struct datum *d);
int datum_add(struct datum *d, int value);
// Only of a list.
int datum_append(struct datum *d, int value);
int datum_length(struct datum *d);

#endif
