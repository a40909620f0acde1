// heddle: none
// SPDX-License-Identifier: Apache-2.0
// Values of two types. References are counted; a value that may be seen by others is not changed.
#ifndef DATUM_H
#define DATUM_H

#include <stddef.h>

typedef struct datum datum;

datum *datum_new_list(void);
datum *datum_new_number(int number);
datum *datum_get(datum *d);
void datum_put(datum *d);

int datum_is_list(const datum *d);
int datum_number(const datum *d);
size_t datum_length(const datum *d);
/* Sets the number; -1 if it is a list. */
int datum_set_number(datum *d, int number);
/* Adds a reference to another value; -1 if it is no list, or full. */
int datum_add(datum *d, datum *other);

#endif
