// SPDX-License-Identifier: Apache-2.0
// Functions and lines for frames that are only addresses, or have no line.
#ifndef HD_CRASH_RESOLVE_H
#define HD_CRASH_RESOLVE_H

#include "crash/crash.h"
#include "report/symbols.h"

// A compiler may leave a function with a jump instead of a call: then it has no frame. The frame
// that called it still says so; if `called`, by its name, is none of the functions that are inlined
// into the last of the frames so far, it gets one. Returns how many frames there are then.
size_t hd_crash_add_called(struct hd_crash *crash, struct hd_crash_frame **frames, size_t count, const char *called);

// Looks frames of this executable or library up in it. Functions that were inlined become frames
// of their own. What is known already is not replaced.
void hd_crash_resolve(struct hd_crash *crash, const char *exe);

// Adds a frame for each function at an address, the innermost first; the last one has the rest of
// what `frame` says. Returns how many there are in `frames` then.
size_t hd_crash_unfold(struct hd_crash *crash, struct hd_crash_frame **frames, size_t count,
	struct hd_crash_frame frame, const struct hd_symbol *symbols, size_t symbol_count);

#endif
