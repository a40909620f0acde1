// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAIN_LIST_H
#define CHAIN_LIST_H

// A chain is its first link; an empty one has a link without an item. Any thread may call these.
struct chain;

struct chain *chain_new(void);
void chain_free(struct chain **first);
int chain_push(struct chain **first, int item);
// The item, or -1 if there is none.
int chain_take(struct chain **first);

#endif
