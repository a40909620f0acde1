// SPDX-License-Identifier: Apache-2.0
// What a reader has understood so far. Readers add threads and frames as they meet them.
#ifndef HD_CRASH_STACKS_H
#define HD_CRASH_STACKS_H

#include "crash/crash.h"
#include "crash/lines.h"
#include "crash/scan.h"

struct hd_crash_stacks;

// A way to write stacks. To add one: a file with such a struct, a row in readers.def.
struct hd_crash_reader {
	const char *name;
	const char *summary;
	void (*read)(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines);
};

// A frame as parts of the text. Zeroed: nothing is known.
struct hd_crash_place {
	struct hd_piece function; // with arguments and suffixes; "??" and the like: unknown
	struct hd_piece file, module;
	unsigned line;
	uint64_t address, offset; // offset: from the start of the module
	uint64_t function_offset; // from the start of the function
	bool inlined;
	bool handler; // no frame: those before it belong to the signal's handler
};

struct hd_crash_stacks {
	struct hd_crash crash;
	struct hd_crash_thread *thread; // the one that gets frames; NULL: the next frame begins one
	char *title;                    // of the next thread; NULL: none
	bool crashed;                   // so is the next thread
	uint64_t number;                // that the next frame of this thread must have
	uint64_t score;                 // how much was understood
	bool named;       // the text names the tool that wrote it: that counts more
	struct hd_str problem;          // what is wrong, of the first thing that is; "": nothing
	size_t line;                    // the line being read, counted from 1
};

// The next frame begins a thread. Threads without frames are forgotten.
void hd_crash_begin_thread(struct hd_crash_stacks *stacks, struct hd_piece title, bool crashed);
// A frame of formats that number them: 0 begins a thread unless one has just begun.
void hd_crash_add_numbered(struct hd_crash_stacks *stacks, uint64_t number, const struct hd_crash_place *place);
void hd_crash_add_frame(struct hd_crash_stacks *stacks, const struct hd_crash_place *place);
// The file is damaged here; only the first damage is remembered.
void hd_crash_damaged(struct hd_crash_stacks *stacks, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A line that begins like a frame but is none. It is damage where this frame was to come.
void hd_crash_unreadable(struct hd_crash_stacks *stacks, uint64_t number);
// A copy that is safe to print; NULL of an empty piece.
char *hd_crash_keep(struct hd_crash *crash, struct hd_piece piece);
// How much of a function's name is its name in the source.
size_t hd_crash_plain_length(const char *name);
void hd_crash_stacks_finish(struct hd_crash_stacks *stacks);

#endif
