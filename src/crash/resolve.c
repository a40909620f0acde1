// SPDX-License-Identifier: Apache-2.0
// An address means something only together with where the module was loaded. An offset says so.
// For an address alone, that place is where functions of the stack that have names are where these
// are in the executable, two at least, or one with its line; else, one where debuggers and valgrind load executables
// to.
#include "crash/resolve.h"

#include <string.h>

#include "base/path.h"
#include "crash/stacks.h"

enum { MOST_INLINED = 32, PAGE = 4096, MOST_BASES = 16 };

// Where position-independent executables are loaded without randomisation: by Linux on x86-64 and
// AArch64, and by valgrind.
static const uint64_t usual_bases[] = {0, 0x555555554000, 0xaaaaaaaaa000, 0x108000, 0x400000, 0x4000000};

struct executable {
	struct hd_symbols *symbols;
	const char *path;
	uint64_t low, high; // of its offsets
	uint64_t base;      // where it was loaded to; 0: unknown
};

static bool is_inside(const struct executable *exe, uint64_t offset)
{
	return offset >= exe->low && offset < exe->high;
}

static bool is_of(const struct hd_crash_frame *frame, const struct executable *exe)
{
	return !frame->module || strcmp(hd_path_name(frame->module), hd_path_name(exe->path)) == 0;
}

// The frame's offset in the executable. False: unknown.
static bool find_offset(const struct hd_crash_frame *frame, const struct executable *exe, uint64_t *offset)
{
	if (frame->offset) {
		*offset = frame->offset;
		if (!is_inside(exe, *offset)) {
			*offset += exe->low; // counted from where it begins
		}
		return frame->module && is_inside(exe, *offset);
	}
	if (frame->function && frame->function_offset) {
		bool found = hd_symbols_find(exe->symbols, exe->path, frame->function, offset);
		*offset += frame->function_offset;
		return found && is_inside(exe, *offset);
	}
	if (exe->base) {
		*offset = frame->address - exe->base;
		return frame->address > exe->base && is_inside(exe, *offset);
	}
	for (size_t i = 0; frame->address && i < sizeof(usual_bases) / sizeof(*usual_bases); i++) {
		*offset = frame->address - usual_bases[i];
		if (frame->address >= usual_bases[i] && *offset > exe->low && is_inside(exe, *offset)) {
			return true;
		}
	}
	return false;
}

size_t hd_crash_unfold(struct hd_crash *crash, struct hd_crash_frame **frames, size_t count,
	struct hd_crash_frame frame, const struct hd_symbol *symbols, size_t symbol_count)
{
	for (size_t i = 0; i < symbol_count; i++) {
		const char *function = symbols[i].function;
		size_t length = function ? hd_crash_plain_length(function) : 0;
		const char *file = symbols[i].file ? symbols[i].file : "";
		frame.function = hd_crash_keep(crash, (struct hd_piece){function, length});
		frame.file = hd_crash_keep(crash, (struct hd_piece){file, strlen(file)});
		frame.line = symbols[i].line > 0 ? (unsigned)symbols[i].line : 0;
		frame.inlined = i + 1 < symbol_count;
		*frames = hd_arena_grow(&crash->arena, *frames, count, sizeof(**frames));
		(*frames)[count++] = frame;
	}
	return count;
}

static bool is_called(const struct hd_crash_frame *frame, const char *name, size_t length)
{
	return frame->function && strlen(frame->function) == length && memcmp(frame->function, name, length) == 0;
}

size_t hd_crash_add_called(struct hd_crash *crash, struct hd_crash_frame **frames, size_t count, const char *called)
{
	size_t length = called ? hd_crash_plain_length(called) : 0;
	// Above a call of NULL, some tools lose one more frame. Other unknown ones may be the function.
	bool unknown = count > 0 && !(*frames)[count - 1].function && (*frames)[count - 1].address != 0;
	if (count == 0 || length == 0 || unknown) {
		return count;
	}
	for (size_t i = count; i > 0 && (i == count || (*frames)[i - 1].inlined); i--) {
		if (is_called(&(*frames)[i - 1], called, length)) {
			return count;
		}
	}
	*frames = hd_arena_grow(&crash->arena, *frames, count, sizeof(**frames));
	(*frames)[count] = (struct hd_crash_frame){.function = hd_crash_keep(crash, (struct hd_piece){called, length})};
	return count + 1;
}

// Is the function that the frame has the one that was found there? If not, the executable is of
// another build.
static bool agrees(const struct hd_crash_frame *frame, const struct hd_symbol *found, size_t count)
{
	if (!frame->function) {
		return true;
	}
	for (size_t i = 0; i < count; i++) {
		const char *name = found[i].function;
		size_t length = name ? hd_crash_plain_length(name) : 0;
		if (length && length == strlen(frame->function) && memcmp(name, frame->function, length) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_libc(const struct hd_crash_frame *frame)
{
	return frame->module && strncmp(hd_path_name(frame->module), "libc.so", 7) == 0;
}

// The address of a frame is where it will return to, which may already be the next line; that of
// the innermost one, and of one that was interrupted by a signal, is where it is.
static bool is_exact(const struct hd_crash_thread *thread, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (is_libc(&thread->frames[i])) {
			return i > 0 && i + 1 == index; // a handler, which is above it, came from there
		}
	}
	return index == 0;
}

static size_t look_up(const struct hd_crash_thread *thread, size_t index, const struct executable *exe,
	struct hd_symbol *found)
{
	const struct hd_crash_frame *frame = &thread->frames[index];
	uint64_t offset;
	if ((frame->function && frame->file) || !is_of(frame, exe) || !find_offset(frame, exe, &offset)) {
		return 0;
	}
	size_t count = hd_symbols_lookup(exe->symbols, exe->path, offset - !is_exact(thread, index), found,
		MOST_INLINED);
	return agrees(frame, found, count) ? count : 0;
}

// Where the executable was loaded to if this frame's function, which is less than a page long, is to
// be at its address. 0: unknown.
static uint64_t base_of(const struct hd_crash_frame *frame, const struct executable *exe)
{
	uint64_t offset;
	if (!frame->function || !frame->address || frame->offset || !is_of(frame, exe) ||
		!hd_symbols_find(exe->symbols, exe->path, frame->function, &offset) || frame->address < offset) {
		return 0;
	}
	return (frame->address - offset) / PAGE * PAGE;
}

// Does the executable have the frame's line where it would be then? In another build it is elsewhere.
static bool is_confirmed_by_line(const struct hd_crash_frame *frame, const struct executable *exe, uint64_t base)
{
	struct hd_symbol found[MOST_INLINED];
	size_t count = hd_symbols_lookup(exe->symbols, exe->path, frame->address - base - 1, found, MOST_INLINED);
	for (size_t i = 0; i < count && frame->line > 0; i++) {
		if (found[i].line == (int)frame->line && agrees(frame, &found[i], 1)) {
			return true;
		}
	}
	return false;
}

struct votes {
	uint64_t bases[2 * MOST_BASES];
	size_t count;
};

// A line counts as much as a second function.
static void add_votes(struct votes *votes, const struct hd_crash_thread *thread, const struct executable *exe)
{
	for (size_t i = 0; i < thread->count && i < MOST_BASES && votes->count + 2 <= 2 * MOST_BASES; i++) {
		uint64_t base = base_of(&thread->frames[i], exe);
		if (base) {
			votes->bases[votes->count++] = base;
			votes->bases[votes->count] = base;
			votes->count += is_confirmed_by_line(&thread->frames[i], exe, base);
		}
	}
}

// The base with most votes, of two at least.
static uint64_t find_base(const struct hd_crash *crash, const struct executable *exe)
{
	struct votes votes = {.count = 0};
	uint64_t best = 0;
	size_t most = 1;
	for (size_t i = 0; i < crash->count; i++) {
		add_votes(&votes, &crash->threads[i], exe);
	}
	for (size_t i = 0; i < votes.count; i++) {
		size_t same = 0;
		for (size_t j = 0; j < votes.count; j++) {
			same += votes.bases[j] == votes.bases[i];
		}
		best = same > most ? votes.bases[i] : best;
		most = same > most ? same : most;
	}
	return best;
}

// The function of the executable that this frame called.
static const char *called_by(const struct hd_crash_thread *thread, size_t index, const struct executable *exe)
{
	uint64_t offset;
	if (index == 0 || thread->frames[index - 1].inlined || is_exact(thread, index) ||
		!is_of(&thread->frames[index], exe) || !find_offset(&thread->frames[index], exe, &offset)) {
		return NULL;
	}
	return hd_symbols_called(exe->symbols, exe->path, offset);
}

static void resolve_thread(struct hd_crash *crash, struct hd_crash_thread *thread, const struct executable *exe)
{
	struct hd_crash_frame *frames = NULL;
	size_t count = 0;
	for (size_t i = 0; i < thread->count; i++) {
		struct hd_symbol found[MOST_INLINED];
		size_t symbols = look_up(thread, i, exe, found);
		count = hd_crash_add_called(crash, &frames, count, called_by(thread, i, exe));
		if (symbols > 0) {
			count = hd_crash_unfold(crash, &frames, count, thread->frames[i], found, symbols);
		} else {
			frames = hd_arena_grow(&crash->arena, frames, count, sizeof(*frames));
			frames[count++] = thread->frames[i];
		}
	}
	thread->frames = frames;
	thread->count = count;
}

void hd_crash_resolve(struct hd_crash *crash, const char *path)
{
	struct executable exe = {.symbols = hd_symbols_create_searching(), .path = path};
	if (hd_symbols_extent(exe.symbols, path, &exe.low, &exe.high)) {
		exe.base = find_base(crash, &exe);
		for (size_t i = 0; i < crash->count; i++) {
			resolve_thread(crash, &crash->threads[i], &exe);
		}
	}
	hd_symbols_destroy(exe.symbols);
}
