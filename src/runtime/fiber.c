// SPDX-License-Identifier: Apache-2.0
// New fibers: a stack that hd_fiber_switch can switch to, and where it begins.
#include "runtime/fiber_switch.h"
#include "runtime/rt.h"

#include <string.h>

#define FILL 0xbe // as of fresh blocks
#define FILLED 0x10000

void hd_fiber_entry(void);
HD_NORETURN void hd_fiber_main(void);

void hd_fiber_prepare(struct hd_fiber *f)
{
	uintptr_t top = (uintptr_t)hd_fiber_guard(f->id) + HD_GUARD + HD_STACK_USABLE;
	// At hd_fiber_entry's first instruction the stack is 16-byte aligned. Stacks
	// begin at different offsets: they would all compete for the same cache lines.
	uintptr_t *sp = (uintptr_t *)(top - 64 - f->id % 16 * 320) - HD_FIBER_SAVED_WORDS;

	if (unlikely(hd.run.fills_stacks)) {
		memset((char *)top - FILLED, FILL, FILLED);
	}
	memset(sp, 0, HD_FIBER_SAVED_WORDS * sizeof(*sp));
	sp[HD_FIBER_ENTRY_WORD] = (uintptr_t)hd_fiber_entry;
	f->sp = sp;
}

HD_COLD void hd_fiber_fill_below(void)
{
	char below[FILLED];

	memset(below, FILL, sizeof(below));
	__asm__ volatile("" : : "r"(below) : "memory"); // it is not read here
}

const void *hd_fiber_saved_frame(const struct hd_fiber *f)
{
	return (const void *)((const uintptr_t *)f->sp)[HD_FIBER_FRAME_WORD];
}

// The first code of every fiber.
void hd_fiber_main(void)
{
	struct hd_fiber *f = hd.cur;

	if (hd.full) {
		hd_record_event(&f->op); // START: every event follows one question
	}
	if (unlikely(f->signals)) {
		hd_process_handle_signals();
	}
	if (f->entry_c11) {
		f->result = (void *)(intptr_t)f->entry_c11(f->arg);
	} else {
		f->result = f->entry(f->arg);
	}
	hd_sched_fiber_done();
}
