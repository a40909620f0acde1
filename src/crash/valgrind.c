// SPDX-License-Identifier: Apache-2.0
// valgrind: memcheck, helgrind, drd.
//
//   ==8332== Invalid read of size 8
//   ==8332==    at 0x10987F: is_filtered (logger.c:246)
//   ==8332==    by 0x48E61F4: start_thread (in /usr/lib/libc.so.6)
//   ==8332==  Address 0x4a5d040 is 0 bytes inside a block of size 16 free'd
//
// It goes on after an error: the stack of the signal that ended the program is the crash, and else
// the first error.
#include "crash/stacks.h"

// What the stack under a line is.
enum role { ERROR, SECOND, FATAL, OTHER, IGNORED };

static const struct {
	const char *phrase;
	enum role role;
} headings[] = {
	{"Process terminating with default action of signal 2 ", IGNORED},
	{"Process terminating with default action of signal 15 ", IGNORED},
	{"Process terminating with default action of signal ", FATAL},
	{" inside a block of size ", OTHER},
	{"Block was alloc'd", IGNORED},
	{"was created", IGNORED},
	{"conflicts with a previous ", SECOND},
	{"Other segment ", IGNORED},
	{" are definitely lost", IGNORED},
	{" are possibly lost", IGNORED},
	{" are still reachable", IGNORED},
	{"acquired lock", IGNORED},
	{" first observed", IGNORED},
};

// The text behind "==1234==", or NULL.
static const char *skip_process(const char *line)
{
	uint64_t number;
	hd_skip_spaces(&line);
	return hd_skip_text(&line, "==") && hd_skip_number(&line, &number) && hd_skip_text(&line, "==") ? line : NULL;
}

// "FUNCTION (FILE:LINE)" or "FUNCTION (in MODULE)".
static bool read_frame(const char *at, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	if (!hd_skip_address(&at, &place->address) || !hd_skip_text(&at, ": ")) {
		return false;
	}
	struct hd_piece text = hd_piece_trim((struct hd_piece){at, strlen(at)});
	place->function = text;
	if (text.length == 0 || text.at[text.length - 1] != ')') {
		return hd_piece_is(text, "???");
	}
	const char *end = text.at + text.length - 1, *open = end;
	while (open > at && strncmp(open, " (", 2) != 0) {
		open--;
	}
	if (open == at) {
		return false;
	}
	place->function = hd_piece(at, open);
	open += 2;
	if (hd_skip_text(&open, "in ")) {
		place->module = hd_piece(open, end);
		return true;
	}
	return hd_split_place(hd_piece(open, end), &place->file, &place->line);
}

static enum role role_of(const char *text, enum role before)
{
	for (size_t i = 0; i < sizeof(headings) / sizeof(*headings); i++) {
		if (strstr(text, headings[i].phrase)) {
			return headings[i].role;
		}
	}
	// More about the same error, further in than the error itself.
	return text[0] == ' ' && text[1] == ' ' ? before : ERROR;
}

struct state {
	enum role role;
	size_t errors; // so far; only the first one counts
	size_t fatal;  // index of the thread; SIZE_MAX: none
	bool inside;   // a stack
};

// A stack begins. False: it is not of interest.
static bool begin(struct hd_crash_stacks *stacks, struct state *state, struct hd_piece title)
{
	state->errors += state->role == ERROR;
	if (state->role == FATAL) {
		state->fatal = stacks->crash.count;
	} else if (state->role == IGNORED || state->errors > 1) {
		return false;
	}
	hd_crash_begin_thread(stacks, title, state->role != OTHER);
	return true;
}

static void read_line(struct hd_crash_stacks *stacks, struct state *state, struct hd_piece *heading, const char *text)
{
	const char *at = text;
	struct hd_crash_place place;
	hd_skip_spaces(&at);
	bool first = hd_skip_text(&at, "at 0x"), next = !first && hd_skip_text(&at, "by 0x");
	if (!first && !next) {
		struct hd_piece line = hd_piece_trim((struct hd_piece){text, strlen(text)});
		if (line.length > 0) {
			state->role = role_of(text, state->role);
			*heading = line;
		}
		stacks->thread = NULL;
		state->inside = false;
		return;
	}
	if (!read_frame(at - 2, &place)) {
		hd_crash_damaged(stacks, "cannot read this frame; is the file truncated?");
	} else if (first) {
		state->inside = true;
		stacks->thread = NULL;
		if (begin(stacks, state, *heading)) {
			hd_crash_add_frame(stacks, &place);
		}
	} else if (stacks->thread) {
		hd_crash_add_frame(stacks, &place);
	} else if (!state->inside) {
		hd_crash_damaged(stacks, "a 'by' without an 'at': the innermost frame is missing or out of order");
	}
	stacks->score++;
}

static void mark_inlined(struct hd_crash_thread *thread)
{
	for (size_t i = 0; i + 1 < thread->count; i++) {
		uint64_t address = thread->frames[i].address;
		thread->frames[i].inlined = address && address == thread->frames[i + 1].address;
	}
}

static void read_valgrind(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	struct state state = {.fatal = SIZE_MAX};
	struct hd_piece heading = {0};
	for (size_t i = 0; i < lines->count; i++) {
		const char *text = skip_process(lines->items[i]);
		stacks->line = i + 1;
		if (text) {
			read_line(stacks, &state, &heading, text);
		}
	}
	struct hd_crash *crash = &stacks->crash;
	for (size_t i = 0; i < crash->count; i++) {
		mark_inlined(&crash->threads[i]);
		if (state.fatal < crash->count) {
			crash->threads[i].crashed = i == state.fatal;
		}
	}
}

const struct hd_crash_reader hd_crash_valgrind = {
	.name = "valgrind",
	.summary = "errors of memcheck, helgrind and drd",
	.read = read_valgrind,
};
