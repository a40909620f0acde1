// SPDX-License-Identifier: Apache-2.0
#include "crash/stacks.h"

#include <stdarg.h>

// More are an endless recursion, or no stack at all.
enum { MOST_FRAMES = 10000, MOST_THREADS = 10000 };

void hd_crash_damaged(struct hd_crash_stacks *stacks, const char *format, ...)
{
	if (stacks->problem.length > 0) {
		return;
	}
	va_list args;
	va_start(args, format);
	hd_str_addf(&stacks->problem, "line %zu: ", stacks->line);
	hd_str_vaddf(&stacks->problem, format, args);
	va_end(args);
}

void hd_crash_unreadable(struct hd_crash_stacks *stacks, uint64_t number)
{
	if (stacks->thread && stacks->number == number) {
		hd_crash_damaged(stacks, "cannot read frame #%llu; is the file truncated?", (unsigned long long)number);
	}
}

char *hd_crash_keep(struct hd_crash *crash, struct hd_piece piece)
{
	if (piece.length == 0) {
		return NULL;
	}
	char *copy = hd_arena_copy_bytes(&crash->arena, piece.at, piece.length);
	struct hd_str safe = {0};
	hd_str_add_printable(&safe, copy);
	if (strcmp(hd_str_text(&safe), copy) != 0) {
		copy = hd_arena_copy(&crash->arena, hd_str_text(&safe));
	}
	hd_str_finish(&safe);
	return copy;
}

void hd_crash_begin_thread(struct hd_crash_stacks *stacks, struct hd_piece title, bool crashed)
{
	stacks->thread = NULL;
	stacks->title = hd_crash_keep(&stacks->crash, title);
	stacks->crashed = crashed;
	stacks->number = 0;
}

// ---- names ---------------------------------------------------------------------------

// Suffixes of the copies that compilers and linkers make of a function; numbers may follow.
static const char *const suffixes[] = {".part", ".isra", ".cold", ".constprop", ".lto_priv", ".llvm", ".clone",
	".localalias", ".warm", ".hot", ".unlikely", ".ipa_icf", ".__uniq", ".specialized"};

static bool is_suffix(const char *at, size_t length)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		size_t n = strlen(suffixes[i]);
		if (length >= n && memcmp(at, suffixes[i], n) == 0 && (length == n || at[n] == '.')) {
			return true;
		}
	}
	return false;
}

// "f(int)" without its last pair of parentheses; "operator()" and "(anonymous)" are names.
static struct hd_piece without_arguments(struct hd_piece name)
{
	if (name.length < 3 || name.at[name.length - 1] != ')') {
		return name;
	}
	size_t depth = 0, i = name.length;
	while (i > 0) {
		i--;
		depth += name.at[i] == ')';
		if (name.at[i] == '(' && --depth == 0) {
			break;
		}
	}
	bool operator= i >= 8 && memcmp(name.at + i - 8, "operator", 8) == 0;
	return i > 0 && depth == 0 && !operator? hd_piece_trim(hd_piece(name.at, name.at + i)) : name;
}

static struct hd_piece plain_name(struct hd_piece name)
{
	name = without_arguments(hd_piece_trim(name));
	for (size_t i = 1; i < name.length; i++) {
		if (name.at[i] == '@' || (name.at[i] == '.' && is_suffix(name.at + i, name.length - i))) {
			name.length = i;
		}
	}
	bool unknown = hd_piece_is(name, "??") || hd_piece_is(name, "???") || hd_piece_is(name, "n/a") ||
		hd_piece_is(name, "<null>") || hd_piece_is(name, "?");
	return unknown ? (struct hd_piece){0} : name;
}

size_t hd_crash_plain_length(const char *name)
{
	return plain_name((struct hd_piece){name, strlen(name)}).length;
}

// ---- frames --------------------------------------------------------------------------

static char *keep(struct hd_crash_stacks *stacks, struct hd_piece piece)
{
	stacks->score += piece.length > 0;
	return hd_crash_keep(&stacks->crash, piece);
}

static bool start_thread(struct hd_crash_stacks *stacks)
{
	struct hd_crash *crash = &stacks->crash;
	if (crash->count == MOST_THREADS) {
		hd_crash_damaged(stacks, "more than %d stacks", MOST_THREADS);
		return false;
	}
	crash->threads = hd_arena_grow(&crash->arena, crash->threads, crash->count, sizeof(*crash->threads));
	stacks->thread = &crash->threads[crash->count++];
	*stacks->thread = (struct hd_crash_thread){
		.title = stacks->title ? stacks->title : hd_arena_copy(&crash->arena, ""),
		.crashed = stacks->crashed,
	};
	stacks->title = NULL;
	stacks->crashed = false;
	stacks->number = 0;
	return true;
}

void hd_crash_add_frame(struct hd_crash_stacks *stacks, const struct hd_crash_place *place)
{
	if (!stacks->thread && !start_thread(stacks)) {
		return;
	}
	struct hd_crash_thread *thread = stacks->thread;
	stacks->number++;
	struct hd_piece function = plain_name(place->function);
	if (place->handler || hd_piece_is(function, "__restore_rt") || hd_piece_is(function, "__kernel_rt_sigreturn")) {
		thread->count = 0; // frames so far were the handler's
		return;
	}
	if (thread->count == MOST_FRAMES) {
		hd_crash_damaged(stacks, "more than %d frames in one stack", MOST_FRAMES);
		return;
	}
	thread->frames = hd_arena_grow(&stacks->crash.arena, thread->frames, thread->count, sizeof(*thread->frames));
	thread->frames[thread->count++] = (struct hd_crash_frame){
		.function = keep(stacks, function),
		.file = keep(stacks, place->file),
		.line = place->line,
		.module = keep(stacks, place->module),
		.address = place->address,
		.offset = place->offset,
		.function_offset = place->function_offset,
		.inlined = place->inlined,
	};
	stacks->score += 1 + (place->line > 0);
}

void hd_crash_add_numbered(struct hd_crash_stacks *stacks, uint64_t number, const struct hd_crash_place *place)
{
	if (number == 0 && stacks->thread) {
		hd_crash_begin_thread(stacks, (struct hd_piece){0}, false);
	}
	unsigned long long n = number, expected = stacks->thread ? stacks->number : 0;
	if (n != expected && expected == 0) {
		hd_crash_damaged(stacks, "the stack begins with frame #%llu: the innermost frames are missing", n);
	} else if (n != expected) {
		hd_crash_damaged(stacks,
			"frame #%llu comes where #%llu was to come: frames are missing or out of order", n, expected);
	}
	hd_crash_add_frame(stacks, place);
	stacks->number = number + 1;
}

void hd_crash_stacks_finish(struct hd_crash_stacks *stacks)
{
	hd_crash_finish(&stacks->crash);
	hd_str_finish(&stacks->problem);
}
