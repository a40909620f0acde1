// SPDX-License-Identifier: Apache-2.0
// Thread-specific data; keys are small numbers, the same in every execution.
#ifndef HD_RUNTIME_SPECIFIC_H
#define HD_RUNTIME_SPECIFIC_H

#include "runtime/current.h"
#include "runtime/heap.h"

#define HD_MAX_KEYS 128

// Keys are ours as soon as heddle runs the program, even before main.
static inline bool hd_specific_is_ours(void)
{
	return hd.on || hd_before_main();
}

void hd_specific_reset(void);
void hd_specific_run_destructors(void); // of the running fiber
int hd_specific_create(void (*destructor)(void *)); // -1: no more
bool hd_specific_delete(unsigned key);
void hd_specific_keep(void); // what there is now is there in every execution
void **hd_specific_slot(unsigned key); // of the running fiber; NULL: no such key
void *hd_specific_value(unsigned fiber, unsigned key); // NULL: it has none

#endif
