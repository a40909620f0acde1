// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef RACK_H
#define RACK_H

typedef struct rack rack;
typedef struct rack_coat rack_coat;

rack *rack_new(void);
void rack_free(rack *r);
/* What is done with what a hook has when it gets something else. */
void rack_set_drop(rack *r, void (*drop)(void *));
int rack_hang(rack *r, int hook);
int rack_worn(const rack *r);

rack_coat *rack_coat_new(int size);
void rack_coat_free(rack_coat *coat);
int rack_coat_resize(rack_coat *coat, int size);

#endif
