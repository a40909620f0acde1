// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef RIBBON_H
#define RIBBON_H

#include <stdbool.h>

/** Letters on a ribbon: one thread writes and one other reads. */
typedef struct ribbon ribbon;

ribbon *ribbon_new(void);
void ribbon_free(ribbon *r);
/** False: the ribbon is full. */
bool ribbon_write(ribbon *r, char letter);
/** The next letter; 0: there is none. */
char ribbon_read(ribbon *r);

#endif
