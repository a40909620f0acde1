// SPDX-License-Identifier: Apache-2.0
// Code that is not instrumented: the C library and other shared objects.
#ifndef HD_RUNTIME_FOREIGN_H
#define HD_RUNTIME_FOREIGN_H

#include "runtime/current.h"

// At a worker's start, when the data of all shared objects is as every execution
// is to find it.
void hd_foreign_init(void);
// After an execution in which such data may have changed: puts it back.
void hd_foreign_restore(void);
// May it change unnoticed in every execution?
bool hd_foreign_always(void);
// Is this an address of code in a shared object that is not instrumented?
bool hd_foreign_has_code(uintptr_t pc);
// Is it the dynamic linker's? Its data cannot be put back.
bool hd_foreign_is_linker(uintptr_t pc);

// For shims of functions that change data of the C library which later calls can
// notice (setlocale, setvbuf): it is put back before the next execution.
static inline void hd_foreign_touched(void)
{
	hd.foreign = true;
}

#endif
