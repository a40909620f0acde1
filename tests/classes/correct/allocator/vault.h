// heddle: none
// Takes its memory from an allocator that the caller gives.
// SPDX-License-Identifier: Apache-2.0
#ifndef VAULT_H
#define VAULT_H

#include <stddef.h>

struct vault_allocator {
	void *(*allocate)(void *context, size_t size);
	void (*release)(void *context, void *block);
	void *context;
};

struct vault;
/// NULL if there is no memory. All members of the allocator must be set but the context.
struct vault *vault_create(const struct vault_allocator *allocator);
void vault_destroy(struct vault *v);
int vault_add(struct vault *v, int item);
int vault_count(struct vault *v);

#endif
