// SPDX-License-Identifier: Apache-2.0
// Threads take turns: who is next, and what is compared to see that they repeat themselves.
#ifndef HD_RUNTIME_FAIR_H
#define HD_RUNTIME_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/current.h"

void hd_fair_begin(void);
unsigned hd_fair_next(void); // whose turn it is, where somebody can go on
bool hd_fair_time_out(void); // nobody can: a wait for a time ends; false: there is none

// From now on values are compared, but for times that the clock shows.
void hd_fair_compare_from_now(void);
uint64_t hd_fair_value(uint64_t value);

// A thread is about to wait for a time: a loop's counter may be on its stack or in a register, and nowhere else.
void hd_fair_note_locals(const uintptr_t *frame);
bool hd_fair_locals(const struct hd_site *site, uint64_t *hash); // of the current thread, if they were noted there

// In a shim: it saves the registers of its caller.
#define HD_FAIR_NOTE_LOCALS()                                                                                          \
	do {                                                                                                           \
		__builtin_unwind_init();                                                                               \
		if (unlikely(hd.fair)) {                                                                               \
			hd_fair_note_locals(__builtin_frame_address(0));                                               \
		}                                                                                                      \
	} while (0)

#endif
