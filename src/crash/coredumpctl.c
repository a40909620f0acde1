// SPDX-License-Identifier: Apache-2.0
// coredumpctl info, and what systemd-coredump writes to the journal.
//
//   Stack trace of thread 4711:
//   #0  0x000055f8f5045aa9 queue_pop (server + 0x1aa9)
//   #1  0x00007f6a8f5c41f5 n/a (libc.so.6 + 0x891f5)        older ones: without the offset
#include "crash/stacks.h"

// What follows the number.
static bool read_frame(const char *at, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	if (!hd_skip_address(&at, &place->address) || !hd_skip_text(&at, " ")) {
		return false;
	}
	struct hd_piece text = hd_piece_trim((struct hd_piece){at, strlen(at)});
	const char *end = text.at + text.length, *open = end;
	while (open > text.at && strncmp(open, " (", 2) != 0) {
		open--;
	}
	if (open == text.at || end[-1] != ')' || hd_skip_text(&at, "in ")) {
		return false;
	}
	place->function = hd_piece(text.at, open);
	place->module = hd_piece(open + 2, end - 1);
	const char *plus = end - 1;
	while (plus > open && *plus != '+') {
		plus--;
	}
	const char *number = plus + 2;
	if (plus > open + 2 && plus[-1] == ' ' && plus[1] == ' ') {
		if (!hd_skip_address(&number, &place->offset) || number != end - 1) {
			return false;
		}
		place->module = hd_piece(open + 2, plus - 1);
	}
	if (hd_piece_is(place->module, "n/a")) {
		place->module = (struct hd_piece){0};
	}
	return memchr(place->function.at, ' ', place->function.length) == NULL;
}

static void read_coredumpctl(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	bool first = true;
	for (size_t i = 0; i < lines->count; i++) {
		const char *at = lines->items[i];
		struct hd_crash_place place;
		uint64_t number;
		stacks->line = i + 1;
		if (!hd_skip_frame_number(&at, &number)) {
			const char *title = strstr(at, "Stack trace of thread ");
			if (title) {
				struct hd_piece text = hd_piece_trim((struct hd_piece){title, strcspn(title, ":")});
				hd_crash_begin_thread(stacks, text,
					first); // systemd puts the one with the signal first
				first = false;
			}
		} else if (read_frame(at, &place)) {
			hd_crash_add_numbered(stacks, number, &place);
		} else {
			hd_crash_unreadable(stacks, number);
		}
	}
}

const struct hd_crash_reader hd_crash_coredumpctl = {
	.name = "coredumpctl",
	.summary = "coredumpctl info, systemd-coredump in the journal",
	.read = read_coredumpctl,
};
