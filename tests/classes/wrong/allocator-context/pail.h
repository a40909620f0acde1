// heddle: null-dereference|use-after-free|double-free|data-race|not-linearizable
// Bug: pail_empty gives the drops back after the lock was released.
// SPDX-License-Identifier: Apache-2.0
#ifndef PAIL_H
#define PAIL_H

#include <stddef.h>

typedef struct pail pail_t;

// Blocks come from alloc and go to release; both get the context, which may be anything.
pail_t *pail_new(void *(*alloc)(size_t size, void *context), void (*release)(void *block, void *context), void *context);
void pail_free(pail_t *p);
// How many drops there are. Any thread may call it.
int pail_drop(pail_t *p);
int pail_empty(pail_t *p);

#endif
