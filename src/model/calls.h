// SPDX-License-Identifier: Apache-2.0
// The call graph, from the records of all modules. A call through a pointer may lead to every
// function whose address is taken anywhere, which is more than can happen and never less: one
// more function, without code, stands for whatever such calls lead to, and calls all of those.
#ifndef HD_MODEL_CALLS_H
#define HD_MODEL_CALLS_H

#include <stdint.h>

#include "abi/model.h"

#define HD_MODEL_NONE UINT32_MAX

struct hd_address;

// One call, and the function that is called; HD_MODEL_NONE: it is not instrumented.
struct hd_called {
	const struct hd_call *record;
	uint32_t func;
};

struct hd_calls {
	unsigned nfuncs; // functions are numbered by their records; nfuncs: whatever pointers lead to
	const struct hd_func **records; // by function
	struct hd_address *places;
	uint32_t *first; // by function, and one more: its calls in `calls`, in the order of its blocks
	struct hd_called *calls;
	uint32_t *taken; // functions whose address is taken
	unsigned ntaken;
};

// Memory of this process alone.
void hd_calls_create(struct hd_calls *c);
void hd_calls_destroy(struct hd_calls *c);

uint32_t hd_calls_func_at(const struct hd_calls *c, const void *address); // HD_MODEL_NONE: none
// The function whose code an address is in; HD_MODEL_NONE: before the first.
uint32_t hd_calls_func_around(const struct hd_calls *c, const void *address);
uint32_t hd_calls_number(const struct hd_func *record);

#endif
