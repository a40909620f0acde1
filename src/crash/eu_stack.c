// SPDX-License-Identifier: Apache-2.0
// eu-stack of elfutils, with any of its options.
//
//   TID 7849:
//   #1  0x000055f8f5045aa9 - 1 queue_pop - server
//       queue.c:46:3
#include "crash/stacks.h"

// What follows the number: "0xADDRESS[ - 1][ FUNCTION][ - MODULE]".
static bool read_frame(const char *at, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	if (!hd_skip_address(&at, &place->address)) {
		return false;
	}
	hd_skip_text(&at, " - 1");
	struct hd_piece text = hd_piece_trim((struct hd_piece){at, strlen(at)});
	const char *end = text.at + text.length, *p = text.at;
	while (p < end && !hd_is_space(*p)) {
		p++;
	}
	place->function = hd_piece(text.at, p);
	if (p < end) {
		struct hd_piece rest = hd_piece_trim(hd_piece(p, end));
		bool module = rest.length > 2 && strncmp(rest.at, "- ", 2) == 0;
		place->module = module ? hd_piece(rest.at + 2, end) : (struct hd_piece){0};
		return module;
	}
	return true;
}

// The indented line that follows a frame.
static void read_place(struct hd_crash_stacks *stacks, const char *line)
{
	struct hd_piece file;
	unsigned number;
	if (!stacks->thread || stacks->thread->count == 0 || strncmp(line, "    ", 4) != 0 ||
		!hd_split_place(hd_piece_trim((struct hd_piece){line, strlen(line)}), &file, &number)) {
		return;
	}
	struct hd_crash_frame *frame = &stacks->thread->frames[stacks->thread->count - 1];
	if (!frame->file) {
		frame->file = hd_crash_keep(&stacks->crash, file);
		frame->line = number;
		stacks->score += 2;
	}
}

// The first of a core file is the one with the signal; of a process, that is not known.
static void read_heading(struct hd_crash_stacks *stacks, const char *line)
{
	const char *at = line;
	uint64_t number;
	if (hd_skip_text(&at, "TID ") && hd_skip_number(&at, &number) && *at == ':') {
		hd_crash_begin_thread(stacks, hd_piece(line, at), false);
	}
}

static void read_eu_stack(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		const char *at = lines->items[i];
		struct hd_crash_place place;
		uint64_t number;
		stacks->line = i + 1;
		if (!hd_skip_frame_number(&at, &number)) {
			read_heading(stacks, at);
			read_place(stacks, at);
		} else if (read_frame(at, &place)) {
			hd_crash_add_numbered(stacks, number, &place);
			struct hd_crash_thread *thread = stacks->thread;
			if (thread && thread->count > 1) {
				struct hd_crash_frame *frame = &thread->frames[thread->count - 1];
				frame[-1].inlined = frame->address && frame->address == frame[-1].address;
			}
		} else {
			hd_crash_unreadable(stacks, number);
		}
	}
}

const struct hd_crash_reader hd_crash_eu_stack = {
	.name = "eu-stack",
	.summary = "eu-stack of elfutils",
	.read = read_eu_stack,
};
