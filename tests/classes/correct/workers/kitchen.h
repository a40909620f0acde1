// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef KITCHEN_H
#define KITCHEN_H

/** Cooks take orders; their number can be changed, to at least one. Thread-safe. */
typedef struct kitchen kitchen;

kitchen *kitchen_open(void);
void kitchen_close(kitchen *k);
void kitchen_order(kitchen *k, int dishes);
/** cooks must not be 0. */
void kitchen_resize(kitchen *k, unsigned cooks);
int kitchen_served(kitchen *k);

#endif
