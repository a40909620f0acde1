// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SCRATCH_H
#define SCRATCH_H

typedef struct scratch scratch_t;

scratch_t *scratch_new(void);
void scratch_free(scratch_t *s);
// Adds the square of a number to the total. Any thread may call it.
void scratch_add(scratch_t *s, int number);
long scratch_total(scratch_t *s);

#endif
