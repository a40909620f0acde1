// SPDX-License-Identifier: Apache-2.0
// report.txt of a finding: heddle's own.
//
//   heddle: assertion in next() at list.c:154 after 2 executions (0.01 s)
//     thread 1: assertion
//       #0  next                    list.c:154                  assert(it->expected == it->list->changes);
#include "crash/stacks.h"

static const struct {
	const char *name;
	enum hd_crash_kind kind;
	bool all; // all stacks crashed, not only the first
} kinds[] = {
	{"null-dereference", HD_CRASH_NULL},
	{"wild-access", HD_CRASH_FAULT},
	{"stack-overflow", HD_CRASH_FAULT},
	{"use-after-free", HD_CRASH_USE_AFTER_FREE},
	{"double-free", HD_CRASH_DOUBLE_FREE},
	{"invalid-free", HD_CRASH_ABORT},
	{"out-of-bounds", HD_CRASH_OUT_OF_BOUNDS},
	{"assertion", HD_CRASH_ASSERTION},
	{"abort", HD_CRASH_ABORT},
	{"signal", HD_CRASH_FAULT},
	{"deadlock", HD_CRASH_DEADLOCK, true},
	{"data-race", HD_CRASH_RACE, true},
};

// "FUNCTION   FILE:LINE   source", or only the function.
static bool read_frame(const char *at, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	const char *end = at + strcspn(at, " ");
	place->function = hd_piece(at, end);
	if (place->function.length == 0 || strchr("0<(", *at)) {
		return false;
	}
	hd_skip_spaces(&end);
	return !*end || hd_split_place(hd_piece(end, end + strcspn(end, " ")), &place->file, &place->line);
}

// "  thread 1: assertion"
static bool read_heading(struct hd_crash_stacks *stacks, const char *line, bool crashed)
{
	const char *at = line;
	uint64_t number;
	if (!hd_skip_text(&at, "  thread ") || !hd_skip_number(&at, &number) || (*at && strncmp(at, ": ", 2) != 0)) {
		return false;
	}
	hd_crash_begin_thread(stacks, hd_piece_trim((struct hd_piece){line, strlen(line)}), crashed);
	return true;
}

// Index of its kind; the number of kinds: the line does not begin a report.
static size_t read_verdict(const char *line)
{
	size_t i = 0, count = sizeof(kinds) / sizeof(*kinds);
	if (!hd_skip_text(&line, "heddle: ")) {
		return count;
	}
	size_t length = strcspn(line, " ");
	while (i < count && !hd_piece_is((struct hd_piece){line, length}, kinds[i].name)) {
		i++;
	}
	return i;
}

static void read_heddle(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	size_t kind = sizeof(kinds) / sizeof(*kinds);
	bool inside = false, first = true;
	for (size_t i = 0; i < lines->count; i++) {
		const char *at = lines->items[i];
		struct hd_crash_place place;
		uint64_t number;
		stacks->line = i + 1;
		size_t verdict = read_verdict(at);
		if (verdict < sizeof(kinds) / sizeof(*kinds) && kind == sizeof(kinds) / sizeof(*kinds)) {
			kind = verdict;
			stacks->crash.kind = kinds[kind].kind;
			stacks->named = true;
		} else if (kind < sizeof(kinds) / sizeof(*kinds) &&
			read_heading(stacks, at, first || kinds[kind].all)) {
			inside = true;
			first = false;
		} else if (inside && hd_skip_frame_number(&at, &number)) {
			if (read_frame(at, &place)) {
				hd_crash_add_numbered(stacks, number, &place);
			} else {
				hd_crash_unreadable(stacks, number);
			}
		} else {
			inside = false;
		}
	}
}

const struct hd_crash_reader hd_crash_heddle = {
	.name = "heddle",
	.summary = "report.txt of a finding",
	.read = read_heddle,
};
