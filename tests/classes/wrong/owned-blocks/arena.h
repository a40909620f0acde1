// heddle: data-race|not-linearizable|use-after-free
// Bug: arena_release puts the block on the list without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

typedef struct arena arena;

arena *arena_create(void);
void arena_destroy(arena *a);
/// A block of up to 32 bytes that belongs to the caller.
void *arena_take(arena *a, size_t size);
/// Gives back what arena_take returned.
void arena_release(arena *a, void *block);
int arena_taken(arena *a);

#endif
