// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SIDING_H
#define SIDING_H

#include <stdbool.h>

typedef struct siding siding;

siding *siding_new(void);
void siding_free(siding *s);
bool siding_put_spsc(siding *s, int wagon);
bool siding_take_spsc(siding *s, int *wagon);
bool siding_put_mpmc(siding *s, int wagon);
bool siding_take_mpmc(siding *s, int *wagon);

#endif
