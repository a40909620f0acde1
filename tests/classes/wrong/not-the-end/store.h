// heddle: data-race|not-linearizable
// Bug: store_free, the free room, reads without the lock; store_clean is the destructor.
// SPDX-License-Identifier: Apache-2.0
#ifndef STORE_H
#define STORE_H

typedef struct store store_t;

store_t *store_make(int room);
int store_fill(store_t *s);
int store_free(store_t *s);
void store_clean(store_t *s);

#endif
