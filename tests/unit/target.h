// SPDX-License-Identifier: Apache-2.0
// For unit tests of the target side, which run natively and not in a harness:
// the globals of the runtime, and a log that tests fill by hand.
#ifndef HD_TESTS_TARGET_H
#define HD_TESTS_TARGET_H

#include "unit.h"

#include "runtime/rt.h"

#define LOG_ROOM 32768

// No events, `threads` live threads that do nothing.
void target_reset(unsigned threads);
// Appends an event to the log; its index.
size_t target_log(unsigned fiber, enum hd_event_kind kind, bool write, uintptr_t object, uint32_t size);
// The same, of what the thread's op says.
size_t target_log_op(unsigned fiber);
// Memory at fixed addresses, and the cells of some; false: it is not to be had.
bool target_map(uintptr_t from, size_t size);
bool target_shadow(uintptr_t from, size_t size);

#endif
