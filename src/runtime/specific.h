// SPDX-License-Identifier: Apache-2.0
// Thread-specific data; keys are small numbers, the same in every execution.
#ifndef HD_RUNTIME_SPECIFIC_H
#define HD_RUNTIME_SPECIFIC_H

#include "runtime/rt.h"

#define HD_MAX_KEYS 128

int hd_specific_create(void (*destructor)(void *)); // -1: no more
bool hd_specific_delete(unsigned key);
void **hd_specific_slot(unsigned key); // of the running fiber; NULL: no such key

#endif
