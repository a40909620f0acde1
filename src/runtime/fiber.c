// SPDX-License-Identifier: Apache-2.0
// New fibers: a stack that hd_fiber_switch can switch to, and where it begins.
#include "runtime/rt.h"

#include <string.h>

void hd_fiber_entry(void);
HD_NORETURN void hd_fiber_main(void);

#if defined(__x86_64__)
#define SAVED_WORDS 6 // registers below the return address
#define FRAME_WORD 5  // where rbp is among them
#elif defined(__aarch64__)
#define SAVED_WORDS 19 // d8-d15, x19-x29; then x30
#define FRAME_WORD 18
#else
#error "no fiber switch for this processor"
#endif

void hd_fiber_prepare(struct hd_fiber *f)
{
	uintptr_t top = (uintptr_t)hd_fiber_stack_low(f->id) + HD_STACK_SIZE;
	// At hd_fiber_entry's first instruction the stack is 16-byte aligned. Stacks
	// begin at different offsets: they would all compete for the same cache lines.
	uintptr_t *sp = (uintptr_t *)(top - 64 - f->id % 16 * 320) - (SAVED_WORDS + 1);

	memset(sp, 0, SAVED_WORDS * sizeof(*sp));
	sp[SAVED_WORDS] = (uintptr_t)hd_fiber_entry;
	f->sp = sp;
}

const void *hd_fiber_saved_frame(const struct hd_fiber *f)
{
	return (const void *)((const uintptr_t *)f->sp)[FRAME_WORD];
}

// The first code of every fiber.
void hd_fiber_main(void)
{
	struct hd_fiber *f = hd.cur;

	if (hd.full) {
		hd_record_event(&f->op); // START: every event follows one question
	}
	if (f->entry_c11) {
		f->result = (void *)(intptr_t)f->entry_c11(f->arg);
	} else {
		f->result = f->entry(f->arg);
	}
	hd_sched_fiber_done();
}
