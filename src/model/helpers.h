// SPDX-License-Identifier: Apache-2.0
// Lock helpers: functions that take a lock for their callers. Many libraries have one
// `static void lock(void)`, and whoever calls it is where the lock is taken.
//
// A function is one if it takes a lock, itself or by a helper, and gives none back, itself or by a function
// that only gives back.
#ifndef HD_MODEL_HELPERS_H
#define HD_MODEL_HELPERS_H

#include <stdbool.h>

#include "abi/model.h"
#include "runtime/rt.h"

void hd_helpers_prepare(void); // before the first execution; until then there are none
bool hd_helpers_have(const struct hd_func *f);
// The innermost function on the stack that is no helper; NULL: none is known.
const struct hd_func *hd_helpers_caller(const struct hd_stack *stack);
// Where a function first calls a helper; its own line if it does not.
uint32_t hd_helpers_line(const struct hd_func *caller);

#endif
