// SPDX-License-Identifier: Apache-2.0
// What is left of a crash: stacks as debuggers, sanitizers and the like print them, and core files.
//
// crash.c tries the readers of readers.def, one file each, and takes the one that understood most.
// They share lines.c (the text, without what logs and terminals add), stacks.c (what has been read
// so far), sanitizer.c (the frames of three of them). Then blame.c says what kind of crash it was
// and of which thread, assertion.c adds what a failed assertion printed, and resolve.c finds functions
// for frames that are only addresses. core.c reads core files.
#ifndef HD_CRASH_CRASH_H
#define HD_CRASH_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

struct hd_crash_frame {
	char *function;   // without arguments and compiler suffixes (.part.0, .cold, @plt); NULL: unknown
	char *file;       // as it was printed, perhaps only its name; NULL: unknown
	unsigned line;    // 0: unknown
	char *module;     // executable or library as it was printed; NULL: unknown
	uint64_t address; // in the process that crashed; 0: unknown, or a call of NULL
	uint64_t offset;  // from the start of the module; 0: unknown
	uint64_t function_offset; // from the start of the function; 0: unknown
	bool inlined;     // into the function of the next frame
};

struct hd_crash_thread {
	struct hd_crash_frame *frames; // the innermost first; at least one
	size_t count;
	bool crashed; // several are for a deadlock or a race
	char *title;  // as it was printed; "": none
};

enum hd_crash_kind {
#define HD_CRASH_KIND(name, text) HD_CRASH_##name,
#include "abi/crash_kinds.def"
#undef HD_CRASH_KIND
};

// After success there is at least one thread, and at least one that crashed. Library frames on
// top (abort, __assert_fail, memcpy) are kept; those of a handler of the signal are not.
struct hd_crash {
	enum hd_crash_kind kind;
	const char *format; // the reader's name
	struct hd_crash_thread *threads;
	size_t count;
	struct hd_arena arena; // owns all of it
};

// format: name of a reader; NULL: whichever understands most. exe: the executable that crashed,
// for frames that are only addresses; may be NULL. HD_BAD_INPUT, with the reason, if there is no
// stack or it is damaged. The file may be a core file too.
enum hd_status hd_crash_read_file(struct hd_crash *crash, const char *path, const char *format, const char *exe,
	struct hd_error *error);
enum hd_status hd_crash_read_text(struct hd_crash *crash, const char *text, size_t length, const char *format,
	const char *exe, struct hd_error *error);
enum hd_status hd_crash_read_core(struct hd_crash *crash, const char *core, const char *exe, struct hd_error *error);
void hd_crash_finish(struct hd_crash *crash);

// Is this what a call of NULL leaves on top of a stack?
bool hd_crash_is_null_call(const struct hd_crash_frame *frame);

// "assertion", "use-after-free", ...
const char *hd_crash_kind_name(enum hd_crash_kind kind);

// The readers' names and what they read, in the order in which ties are decided. NULL at the end.
struct hd_crash_reader;
extern const struct hd_crash_reader *const hd_crash_readers[];
const char *hd_crash_reader_name(const struct hd_crash_reader *reader);
const char *hd_crash_reader_summary(const struct hd_crash_reader *reader);

#endif
