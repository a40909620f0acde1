// heddle: none
// Slots are lent to threads and taken back.
// SPDX-License-Identifier: Apache-2.0
#ifndef SLAB_H
#define SLAB_H

struct slab;

struct slab *slab_create(void);
void slab_destroy(struct slab *s);
/// NULL if all slots are taken.
void *slab_alloc(struct slab *s);
void slab_free(struct slab *s, void *slot);
int slab_used(struct slab *s);

#endif
