// SPDX-License-Identifier: Apache-2.0
// The runtime: one execution of the code under test, on one OS thread, with the
// test's threads as fibers.
//
// Terms: a *step* is one event of a fiber (access or operation); a *switch
// point* is the moment before a step that another fiber could notice.
//
// Invariants:
//  1. Everything here runs on one OS thread; no locks, no atomics are needed.
//  2. hd.enabled has the bit of a fiber iff that fiber could make its next step now.
//  3. Per-execution state is valid only where its generation equals hd.gen, so
//     that starting an execution costs nothing for state that is not touched.
//  4. When hd.on is false (ordinary program, or between executions) every hook
//     returns at once and every shim calls the real function.
#ifndef HD_RUNTIME_RT_H
#define HD_RUNTIME_RT_H

#include "runtime/address_space.h"
#include "runtime/attributes.h"
#include "runtime/clock.h"
#include "runtime/current.h"
#include "runtime/execution.h"
#include "runtime/fault.h"
#include "runtime/fiber.h"
#include "runtime/globals.h"
#include "runtime/heap.h"
#include "runtime/memory.h"
#include "runtime/race.h"
#include "runtime/record.h"
#include "runtime/sched.h"
#include "runtime/shadow.h"
#include "runtime/shims.h"
#include "runtime/sites.h"
#include "runtime/state.h"
#include "runtime/sync.h"

#endif
