// SPDX-License-Identifier: Apache-2.0
//   #1 0x55a3ee2fc153 in queue_pop /src/queue.c:251:55
//   #2 0x7f91c7a08249 in start (/lib/libc.so.6+0x27249) (BuildId: 93ac61ec)
//   #3 0x7f91c7a08249  (/lib/libc.so.6+0x27249)
//   #1 thread_1 test.c:40:2 (test+0xe478e) (BuildId: 4361290)            ThreadSanitizer
#include "crash/sanitizer.h"

#include "crash/blame.h"

// "(BuildId: ...)" at the end.
static void drop_build_id(struct hd_piece *text)
{
	static const char start[] = "(BuildId: ";
	if (text->length == 0 || text->at[text->length - 1] != ')') {
		return;
	}
	size_t i = text->length;
	while (i > 0 && text->at[i - 1] != '(') {
		i--;
	}
	if (i > 0 && text->length - (i - 1) > strlen(start) && memcmp(text->at + i - 1, start, strlen(start)) == 0) {
		*text = hd_piece_trim(hd_piece(text->at, text->at + i - 1));
	}
}

// "(MODULE+0x12)" at the end, or "(0x12)" and "(<unknown module>)", which say nothing.
static bool take_module(struct hd_piece *text, struct hd_crash_place *place)
{
	if (text->length < 2 || text->at[text->length - 1] != ')') {
		return false;
	}
	const char *end = text->at + text->length - 1, *open = end;
	while (open > text->at && *open != '(') {
		open--;
	}
	const char *plus = end;
	while (plus > open && *plus != '+') {
		plus--;
	}
	const char *number = plus + 1;
	if (plus > open && hd_skip_address(&number, &place->offset) && number == end) {
		place->module = hd_piece(open + 1, plus);
	} else if (strncmp(open, "(<unknown module>)", 18) != 0 && strncmp(open, "(0x", 3) != 0) {
		place->offset = 0;
		return false;
	}
	*text = hd_piece_trim(hd_piece(text->at, open));
	return true;
}

static bool is_c_name(struct hd_piece word)
{
	for (size_t i = 0; i < word.length; i++) {
		if (!isalnum((unsigned char)word.at[i]) && !strchr("_.$@", word.at[i])) {
			return false;
		}
	}
	return word.length > 0;
}

// "FUNCTION FILE:LINE:COLUMN". A path may have spaces if the function is one of C; names of C++
// have spaces of their own.
static void split_function(struct hd_piece text, struct hd_crash_place *place)
{
	const char *end = text.at + text.length, *space = memchr(text.at, ' ', text.length);
	if (!space) {
		place->function = text;
		return;
	}
	if (!is_c_name(hd_piece(text.at, space))) {
		for (space = end - 1; *space != ' '; space--) {
		}
	}
	struct hd_piece rest = hd_piece_trim(hd_piece(space, end));
	if (hd_split_place(rest, &place->file, &place->line)) {
		place->function = hd_piece(text.at, space);
	} else {
		place->function = rest.length > 0 && rest.at[rest.length - 1] == ')' ? text : hd_piece(text.at, space);
	}
}

// What follows the number.
static bool read_frame(const char *at, struct hd_crash_place *place, bool addresses)
{
	*place = (struct hd_crash_place){0};
	if (addresses != hd_skip_address(&at, &place->address)) {
		return false;
	}
	struct hd_piece text = hd_piece_trim((struct hd_piece){at, strlen(at)});
	bool named = !addresses;
	if (addresses && text.length > 3 && strncmp(text.at, "in ", 3) == 0) {
		text = hd_piece(text.at + 3, text.at + text.length);
		named = true;
	}
	drop_build_id(&text);
	bool module = take_module(&text, place);
	if (named && text.length > 0) {
		split_function(text, place);
	}
	// gdb has a space in front of arguments, and heddle prints no modules.
	const char *space = memchr(place->function.at ? place->function.at : "", ' ', place->function.length);
	bool gdb = space && space[1] == '(';
	return !gdb && (place->line > 0 || module || (addresses && named && place->function.length > 0));
}

static bool is_runtime(const char *function)
{
	static const char *const marks[] = {"__sanitizer", "__asan", "__tsan", "__ubsan", "__interceptor",
		"__interception"};
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		if (strncmp(function, marks[i], strlen(marks[i])) == 0) {
			return true;
		}
	}
	return false;
}

static bool has_known_function(const struct hd_crash_thread *thread)
{
	for (size_t i = 0; i < thread->count; i++) {
		if (thread->frames[i].function && !is_runtime(thread->frames[i].function)) {
			return true;
		}
	}
	return false;
}

struct state {
	enum hd_sanitizer_role role;
	size_t reports;
	size_t fatal; // index of the thread; SIZE_MAX: none
	enum hd_crash_kind report_kind, fatal_kind;
};

// The stack of the signal, if it is of use: the unwinder of a sanitizer may have found nothing.
static void prefer_fatal(struct hd_crash *crash, const struct state *state)
{
	size_t fatal = state->fatal;
	crash->kind = state->report_kind;
	if (fatal >= crash->count) {
		return;
	}
	bool known = has_known_function(&crash->threads[fatal]);
	size_t others = 0;
	for (size_t i = 0; i < crash->count; i++) {
		others += i != fatal && crash->threads[i].crashed;
	}
	if (!known && others > 0) {
		crash->threads[fatal].count = 0;
		return;
	}
	crash->kind = state->fatal_kind;
	for (size_t i = 0; i < crash->count; i++) {
		crash->threads[i].crashed = i == fatal;
	}
}

// Functions that were inlined have the address of the one that they were inlined into.
static void mark_inlined(struct hd_crash *crash)
{
	for (size_t i = 0; i < crash->count; i++) {
		struct hd_crash_thread *thread = &crash->threads[i];
		for (size_t j = 0; j + 1 < thread->count; j++) {
			const struct hd_crash_frame *a = &thread->frames[j], *b = &thread->frames[j + 1];
			bool same = a->address ? a->address == b->address : a->offset && a->offset == b->offset;
			thread->frames[j].inlined = same;
		}
	}
}

static const struct hd_sanitizer_heading *find_heading(const struct hd_sanitizer_heading *headings, const char *line)
{
	for (; headings->phrase; headings++) {
		const char *at = strstr(line, headings->phrase);
		if (at && (!headings->later || strstr(at, headings->later))) {
			return headings;
		}
	}
	return NULL;
}

static void enter(struct hd_crash_stacks *stacks, struct state *state, enum hd_sanitizer_role role, const char *line)
{
	state->reports += role == HD_SANITIZER_REPORT || role == HD_SANITIZER_FATAL;
	stacks->named |= role == HD_SANITIZER_REPORT || role == HD_SANITIZER_FATAL;
	if (state->reports > 1 && role != HD_SANITIZER_FATAL &&
		(state->role != HD_SANITIZER_FATAL || role == HD_SANITIZER_REPORT)) {
		role = HD_SANITIZER_IGNORE;
	}
	state->role = role;
	struct hd_piece title = hd_piece_trim((struct hd_piece){line, strlen(line)});
	title.length -= title.length > 0 && title.at[title.length - 1] == ':';
	hd_crash_begin_thread(stacks, title, role >= HD_SANITIZER_REPORT);
	if (role == HD_SANITIZER_FATAL) {
		state->fatal = stacks->crash.count;
		state->fatal_kind = hd_crash_kind_of_line(line);
	} else if (role == HD_SANITIZER_REPORT) {
		state->report_kind = hd_crash_kind_of_line(line);
	}
}

void hd_sanitizer_read(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines,
	const struct hd_sanitizer_heading *headings, bool addresses)
{
	struct state state = {.role = HD_SANITIZER_REPORT, .fatal = SIZE_MAX};
	for (size_t i = 0; i < lines->count; i++) {
		const char *at = lines->items[i];
		uint64_t number;
		stacks->line = i + 1;
		if (!hd_skip_frame_number(&at, &number)) {
			const struct hd_sanitizer_heading *heading = find_heading(headings, at);
			if (heading) {
				enter(stacks, &state, heading->role, at);
			}
			continue;
		}
		struct hd_crash_place place;
		if (state.role == HD_SANITIZER_IGNORE) {
			continue;
		}
		if (read_frame(at, &place, addresses)) {
			hd_crash_add_numbered(stacks, number, &place);
		} else {
			hd_crash_unreadable(stacks, number);
		}
	}
	mark_inlined(&stacks->crash);
	prefer_fatal(&stacks->crash, &state);
}
