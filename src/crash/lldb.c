// SPDX-License-Identifier: Apache-2.0
// lldb: bt, bt all.
//
//   * thread #2, name = 'server', stop reason = signal SIGSEGV: address not mapped to object
//     * frame #0: 0x0000555555555bd8 server`queue_pop [inlined] take(q=0x55) at queue.c:46:25 [opt]
//       frame #1: 0x00007ffff7dfc8ec libc.so.6`__clone3 + 44
#include "crash/stacks.h"

// "* thread #2, ..." and "  thread #1, ...". Only the thread that stopped has a signal.
static bool read_heading(struct hd_crash_stacks *stacks, const char *line)
{
	const char *at = line;
	uint64_t number;
	hd_skip_spaces(&at);
	hd_skip_text(&at, "* ");
	const char *title = at;
	if (!hd_skip_text(&at, "thread #") || !hd_skip_number(&at, &number) || (*at && *at != ',' && *at != ':')) {
		return false;
	}
	bool crashed = strstr(at, "stop reason = signal SIG") && !strstr(at, "SIGINT") && !strstr(at, "SIGSTOP");
	hd_crash_begin_thread(stacks, hd_piece_trim((struct hd_piece){title, strlen(title)}), crashed);
	return true;
}

// " at FILE:LINE:COLUMN", perhaps with [opt] or [artificial] behind it.
static bool read_place(const char *at, struct hd_crash_place *place)
{
	if (!hd_skip_text(&at, " at ")) {
		return !*at || *at == ' ';
	}
	const char *marks = strstr(at, " [");
	return hd_split_place(hd_piece_trim(hd_piece(at, marks ? marks : at + strlen(at))), &place->file, &place->line);
}

// " + 33": bytes from the start of the function.
static void read_offset(const char *at, struct hd_crash_place *place)
{
	if (hd_skip_text(&at, " + ")) {
		hd_skip_number(&at, &place->function_offset);
	}
}

// What follows "frame #1: ".
static bool read_frame(const char *at, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	if (!hd_skip_address(&at, &place->address)) {
		return false;
	}
	const char *module = at;
	hd_skip_spaces(&module);
	at = strchr(module, '`');
	if (!at) {
		return !*module;
	}
	place->module = hd_piece(module, at++);
	const char *inlined = strstr(at, " [inlined] ");
	const char *arguments = strchr(at, '(');
	if (inlined && (!arguments || inlined < arguments)) {
		place->inlined = true;
		at = inlined + strlen(" [inlined] ");
	}
	const char *end = at;
	while (*end && *end != '(' && strncmp(end, " at ", 4) != 0 && strncmp(end, " + ", 3) != 0) {
		end++;
	}
	place->function = hd_piece(at, end);
	read_offset(end, place);
	if (*end == '(') {
		end = hd_find_closing(end);
		end = end ? end + 1 : NULL;
	}
	return place->function.length > 0 && end && read_place(end, place);
}

static void read_lldb(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		const char *at = lines->items[i];
		struct hd_crash_place place;
		uint64_t number;
		stacks->line = i + 1;
		hd_skip_spaces(&at);
		hd_skip_text(&at, "* ");
		if (!hd_skip_text(&at, "frame #")) {
			read_heading(stacks, lines->items[i]);
			continue;
		}
		if (hd_skip_number(&at, &number) && hd_skip_text(&at, ": ") && read_frame(at, &place)) {
			hd_crash_add_numbered(stacks, number, &place);
		} else {
			hd_crash_unreadable(stacks, stacks->number);
		}
	}
}

const struct hd_crash_reader hd_crash_lldb = {
	.name = "lldb",
	.summary = "bt, bt all",
	.read = read_lldb,
};
