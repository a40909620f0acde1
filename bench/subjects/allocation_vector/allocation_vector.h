// SPDX-License-Identifier: Apache-2.0
// Which blocks of a memory are free and which are allocated.
#ifndef ALLOCATION_VECTOR_H
#define ALLOCATION_VECTOR_H

typedef struct allocation_vector allocation_vector;

/** A vector of free blocks; NULL when the size is not from 1 to 1024 or there is no memory. */
allocation_vector *allocation_vector_new(int size);

/** Free the vector. No other thread may use it any more. */
void allocation_vector_free(allocation_vector *vector);

/** A free block; -1 when there is none. */
int allocation_vector_get_free_block_index(allocation_vector *vector);

/** Allocate a block: 0; -1 when there is no such block, -2 when it is allocated already. */
int allocation_vector_mark_as_allocated_block(allocation_vector *vector, int block);

/** Free a block: 0; -1 when there is no such block, -3 when it is free already. */
int allocation_vector_mark_as_free_block(allocation_vector *vector, int block);

/** Allocate any free block, which no other thread gets; -1 when there is none. */
int allocation_vector_take_block(allocation_vector *vector);

#endif
