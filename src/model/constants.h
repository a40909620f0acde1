// SPDX-License-Identifier: Apache-2.0
// What functions compare with (abi/model.h), by the function that is called from outside.
#ifndef HD_MODEL_CONSTANTS_H
#define HD_MODEL_CONSTANTS_H

#include "model/calls.h"

struct hd_constants {
	const struct hd_calls *calls;
	uint32_t *first, *next; // by function, and by constant: the first of a function and the next, from 1; 0: none
};

// Memory of this process alone; `calls` must outlive it.
void hd_constants_create(struct hd_constants *c, const struct hd_calls *calls);
void hd_constants_destroy(struct hd_constants *c);

// Those of a function and of what it calls directly, the nearest first, each once; how many.
unsigned hd_constants_of(const struct hd_constants *c, const void *address, const struct hd_constant **out,
	unsigned most);

#endif
