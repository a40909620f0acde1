// SPDX-License-Identifier: Apache-2.0
// gdb: bt, bt full, thread apply all bt.
//
//   #1  0x0000555555555b33 in is_filtered (logger=0x5555, record=0x7fff) at logger.c:246
//   #2  <signal handler called>
//   #3  0x00007ffff7d2dfb2 in raise () from /lib/x86_64-linux-gnu/libc.so.6
//
// A frame may continue on further lines: gdb breaks them at its own width and indents the rest,
// and a terminal breaks them anywhere.
#include "crash/stacks.h"

enum { MOST_PARTS = 64, LONGEST_FRAME = 64 * 1024 };

// How far a frame got.
enum extent {
	NONE,     // no frame of gdb
	OPEN,     // it must go on
	COMPLETE, // could go on with its place
	PLACED,   // nothing can follow
};

// " at FILE:LINE", " from LIBRARY", or nothing.
static enum extent read_place(const char *at, struct hd_crash_place *place)
{
	hd_skip_spaces(&at);
	struct hd_piece rest = hd_piece_trim((struct hd_piece){at, strlen(at)});
	if (rest.length == 0) {
		return COMPLETE;
	}
	if (hd_skip_text(&at, "at ")) {
		return hd_split_place(hd_piece_trim((struct hd_piece){at, strlen(at)}), &place->file, &place->line)
			? PLACED
			: OPEN;
	}
	if (hd_skip_text(&at, "from ")) {
		place->module = hd_piece_trim((struct hd_piece){at, strlen(at)});
		return PLACED;
	}
	return rest.length < 5 &&
			(strncmp("at", rest.at, rest.length) == 0 || strncmp("from", rest.at, rest.length) == 0)
		? OPEN
		: NONE;
}

// The space in front of the arguments: outside of <...>, and not in front of "(anonymous namespace)".
static const char *find_arguments(const char *at)
{
	size_t depth = 0;
	for (const char *p = at; *p; p++) {
		depth += *p == '<';
		depth -= *p == '>' && depth > 0;
		if (p[0] == ' ' && p[1] == '(' && p > at && depth == 0) {
			return p;
		}
	}
	return NULL;
}

// (/path/to/module+0x1234) and (module + 0x1234) are how others say where a function is.
static bool is_module(const char *open, const char *close)
{
	const char *p = close;
	while (p > open + 1 && isxdigit((unsigned char)p[-1])) {
		p--;
	}
	return p < close && p - open > 4 && strncmp(p - 2, "0x", 2) == 0 &&
		(p[-3] == '+' || (p[-3] == ' ' && p[-4] == '+'));
}

static bool is_identifier(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '?' || c == '~' || c == '(' || c == '<' || c == '$' ||
		c == '.';
}

// Only names of C++ have spaces.
static bool is_name(struct hd_piece name)
{
	return !memchr(name.at, ' ', name.length) || memchr(name.at, '<', name.length) ||
		memmem(name.at, name.length, "::", 2) || memmem(name.at, name.length, "operator", 8);
}

// What follows the number.
static enum extent read_frame(const char *at, struct hd_crash_place *place)
{
	*place = (struct hd_crash_place){0};
	if (strcmp(at, "<signal handler called>") == 0) {
		place->handler = true;
		return PLACED;
	}
	if (strcmp(at, "<function called from gdb>") == 0) {
		return PLACED;
	}
	if (hd_skip_address(&at, &place->address)) {
		if (!*at || strcmp(at, " ") == 0 || strcmp(at, " i") == 0 || strcmp(at, " in") == 0) {
			return OPEN;
		}
		if (!hd_skip_text(&at, " in ")) {
			return NONE;
		}
	}
	if (!is_identifier(*at)) {
		return *at ? NONE : OPEN;
	}
	const char *open = find_arguments(at);
	if (!open) {
		return OPEN;
	}
	const char *close = hd_find_closing(open + 1);
	if (!close) {
		return OPEN;
	}
	place->function = hd_piece(at, open);
	bool other = is_module(open, close) || !is_name(place->function);
	return other ? NONE : read_place(close + 1, place);
}

// Can this line not be the rest of a frame?
static bool begins_something(const char *line)
{
	const char *at = line;
	uint64_t number;
	hd_skip_spaces(&at);
	return !*at || hd_skip_frame_number(&line, &number) || strncmp(at, "Thread ", 7) == 0 || *at == '[' ||
		strncmp(at, "(gdb)", 5) == 0 || strncmp(at, "(More stack", 11) == 0 ||
		strncmp(at, "No locals.", 10) == 0 || strncmp(at, "No symbol table", 15) == 0;
}

// gdb indents the rest of a frame by four spaces; a terminal does nothing to it.
static void join(struct hd_str *text, const char *line)
{
	const char *at = line;
	if (hd_skip_spaces(&at) && text->length > 0 && !hd_is_space(text->data[text->length - 1])) {
		hd_str_add_char(text, ' ');
	}
	hd_str_add(text, at);
}

static bool continues(enum extent extent, const char *line, const struct hd_crash_lines *lines, size_t previous)
{
	const char *at = line;
	hd_skip_spaces(&at);
	if (extent == OPEN) {
		return true;
	}
	if (extent == COMPLETE) {
		return strncmp(at, "at ", 3) == 0 || strncmp(at, "from ", 5) == 0;
	}
	// A terminal broke the line number, if that line was as long as any.
	bool digits = extent == PLACED && hd_is_digit(*line) && strlen(lines->items[previous]) == lines->width;
	return digits && line[strspn(line, "0123456789")] == '\0';
}

// Puts the lines of a frame together; the first is lines->items[i]. Returns how many they are.
static size_t gather(struct hd_str *text, const struct hd_crash_lines *lines, size_t i)
{
	struct hd_crash_place place;
	uint64_t number;
	size_t parts = 1;
	hd_str_clear(text);
	hd_str_add(text, lines->items[i]);
	while (parts < MOST_PARTS && i + parts < lines->count && text->length < LONGEST_FRAME) {
		const char *next = lines->items[i + parts], *at = hd_str_text(text);
		hd_skip_frame_number(&at, &number);
		enum extent extent = read_frame(at, &place);
		if (extent == NONE || begins_something(next) || !continues(extent, next, lines, i + parts - 1)) {
			break;
		}
		join(text, next);
		parts++;
	}
	return parts;
}

// The caller of a function that was inlined has no address.
static void mark_inlined(struct hd_crash_stacks *stacks)
{
	struct hd_crash_thread *thread = stacks->thread;
	if (thread && thread->count > 1) {
		struct hd_crash_frame *frame = &thread->frames[thread->count - 1];
		frame[-1].inlined = frame->address == 0 && frame->file != NULL;
	}
}

// "Thread 2 (Thread 0x7ffff74ed6c0 (LWP 12) "name"):", "[Switching to thread 2 (...)]"
static void read_heading(struct hd_crash_stacks *stacks, const char *line)
{
	const char *at = line;
	uint64_t number;
	bool switched = hd_skip_text(&at, "[Switching to thread ");
	if (!switched && !hd_skip_text(&at, "Thread ")) {
		return;
	}
	if (hd_skip_number(&at, &number) && hd_skip_text(&at, " (")) {
		const char *start = switched ? line + strlen("[Switching to ") : line;
		const char *end = strrchr(at, switched ? ']' : ':');
		hd_crash_begin_thread(stacks, hd_piece(start, end ? end : at + strlen(at)), false);
	}
}

// "Thread 3 "server" received signal SIGSEGV, Segmentation fault.": 3. Others interrupt or end a
// program that is still alive.
static uint64_t read_signal(const char *line)
{
	static const char *const fatal[] = {"SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"};
	uint64_t number;
	const char *signal = strstr(line, "received signal ");
	if (!signal || !hd_skip_text(&line, "Thread ") || !hd_skip_number(&line, &number)) {
		return 0;
	}
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++) {
		if (strncmp(signal + strlen("received signal "), fatal[i], strlen(fatal[i])) == 0) {
			return number;
		}
	}
	return 0;
}

static void mark_crashed(struct hd_crash *crash, uint64_t wanted)
{
	for (size_t i = 0; wanted && i < crash->count; i++) {
		const char *at = crash->threads[i].title;
		uint64_t number;
		crash->threads[i].crashed = hd_skip_text(&at, "Thread ") && hd_skip_number(&at, &number) &&
			number == wanted;
	}
}

static void read_gdb(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	struct hd_str text = {0};
	size_t parts = 1;
	uint64_t crashed = 0;
	for (size_t i = 0; i < lines->count; i += parts) {
		const char *at = lines->items[i];
		uint64_t number;
		parts = 1;
		stacks->line = i + 1;
		if (!hd_skip_frame_number(&at, &number)) {
			uint64_t signal = read_signal(at);
			crashed = signal ? signal : crashed;
			read_heading(stacks, at);
			continue;
		}
		struct hd_crash_place place;
		parts = gather(&text, lines, i);
		at = hd_str_text(&text);
		hd_skip_frame_number(&at, &number);
		enum extent extent = read_frame(at, &place);
		if (extent >= COMPLETE) {
			hd_crash_add_numbered(stacks, number, &place);
			mark_inlined(stacks);
		} else {
			hd_crash_unreadable(stacks, number);
			parts = 1;
		}
	}
	mark_crashed(&stacks->crash, crashed);
	hd_str_finish(&text);
}

const struct hd_crash_reader hd_crash_gdb = {
	.name = "gdb",
	.summary = "bt, bt full, thread apply all bt",
	.read = read_gdb,
};
