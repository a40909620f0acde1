// heddle: data-race|not-linearizable|use-after-free|double-free
// Bug: pile_push moves a full pile (32, 64, ... items) before it locks.
// SPDX-License-Identifier: Apache-2.0
#ifndef PILE_H
#define PILE_H

typedef struct pile pile_t;

pile_t *pile_create(void);
void pile_destroy(pile_t *p);
void pile_push(pile_t *p, void *thing);
void *pile_pop(pile_t *p);
int pile_height(pile_t *p);

#endif
