// SPDX-License-Identifier: Apache-2.0
// backtrace_symbols and backtrace_symbols_fd, mostly called by a handler.
//
//   ./server(queue_pop+0x1b) [0x55c3369be3ad]
//   /lib/x86_64-linux-gnu/libc.so.6(+0x3c050)[0x7f0ae9658050]
//   ./server() [0x401136]
#include "crash/stacks.h"

// "[0x55c3369be3ad]" at the end of a line; what is in front of it in *rest.
static bool take_address(struct hd_piece *rest, uint64_t *address)
{
	const char *end = rest->at + rest->length, *open = end;
	while (open > rest->at && *open != '[') {
		open--;
	}
	const char *at = open + 1;
	if (open == end || *open != '[' || !hd_skip_address(&at, address) || at + 1 != end || *at != ']') {
		return false;
	}
	*rest = hd_piece_trim(hd_piece(rest->at, open));
	return true;
}

// "FUNCTION+0x12", "+0x12" or nothing.
static bool read_symbol(struct hd_piece symbol, struct hd_crash_place *place)
{
	const char *end = symbol.at + symbol.length, *plus = end;
	if (symbol.length == 0) {
		return true;
	}
	while (plus > symbol.at && *plus != '+') {
		plus--;
	}
	const char *at = plus + 1;
	uint64_t offset;
	if (*plus != '+' || !hd_skip_address(&at, &offset) || at != end) {
		return false;
	}
	place->function = hd_piece(symbol.at, plus);
	*(plus > symbol.at ? &place->function_offset : &place->offset) = offset;
	return true;
}

static bool read_frame(const char *line, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	struct hd_piece rest = hd_piece_trim((struct hd_piece){line, strlen(line)});
	if (!take_address(&rest, &place->address) || rest.length < 2 || rest.at[rest.length - 1] != ')') {
		return false;
	}
	const char *close = rest.at + rest.length - 1, *open = close;
	while (open > rest.at && *open != '(') {
		open--;
	}
	const char *start = open;
	while (start > rest.at && !hd_is_space(start[-1])) {
		start--; // a log may have put something in front
	}
	place->module = hd_piece(start, open);
	return place->module.length > 0 && read_symbol(hd_piece(open + 1, close), place);
}

static void read_backtrace(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct hd_crash_place place;
		stacks->line = i + 1;
		if (read_frame(lines->items[i], &place)) {
			hd_crash_add_frame(stacks, &place);
		} else if (lines->items[i][0] != '\0') {
			hd_crash_begin_thread(stacks, (struct hd_piece){0}, false);
		}
	}
}

const struct hd_crash_reader hd_crash_backtrace = {
	.name = "backtrace",
	.summary = "backtrace_symbols of the C library",
	.read = read_backtrace,
};
