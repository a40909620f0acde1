// SPDX-License-Identifier: Apache-2.0
// Faults of the code under test, and the watchdog (fault.c).
#ifndef HD_RUNTIME_FAULT_H
#define HD_RUNTIME_FAULT_H

#include "runtime/attributes.h"
#include "runtime/execution.h"

void hd_fault_init(void);
HD_NORETURN HD_COLD void hd_fault(enum hd_verdict kind, const struct hd_site *site, uintptr_t address,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
HD_NORETURN HD_COLD void hd_fault_refuse(const char *name);
// Lock misuse: a fault if the oracle is on, else the caller returns an error.
void hd_misuse(const struct hd_site *site, const void *object, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void hd_stack_capture(struct hd_stack *s, int fiber, const void *frame);
// The frame that takes a lock or waits: the innermost that is not in a lock helper (model/helpers.h). If all are, the last.
unsigned hd_stack_locker(const struct hd_stack *s);
extern bool (*hd_is_lock_helper)(uintptr_t pc); // NULL: none is known
bool hd_oracle_wants(enum hd_verdict kind);
const char *hd_verdict_text(enum hd_verdict kind);

extern volatile uint32_t *hd_pulse; // counted up while this process responds
extern void (*hd_on_stillness)(void); // no step since the last tick; called in a signal handler
extern uint64_t hd_hang_ms; // --hang
extern bool hd_fault_gdb; // stop for a debugger at the fault

#endif
