// SPDX-License-Identifier: Apache-2.0
// The kind comes from what the tools say beside the stack, in their own words, and else from the
// library functions on top of it. The thread that crashed is the one that the reader says, the one
// whose stack has no heading (debuggers print that of the current thread so), the one that aborts,
// the only one that does not wait for something, or the first; in a deadlock, all that wait for a
// lock.
#include "crash/blame.h"

#include <string.h>

#include "base/path.h"
#include "crash/scan.h"

// ---- what kind -----------------------------------------------------------------------

// The more exact a phrase is, the earlier it comes. at_address: it is followed by an address, which
// tells an access through a null pointer from others. later: it is followed by this, too.
static const struct {
	const char *phrase;
	enum hd_crash_kind kind;
	bool at_address;
	const char *later;
} phrases[] = {
	{"heap-use-after-free", HD_CRASH_USE_AFTER_FREE},
	{"attempting double-free", HD_CRASH_DOUBLE_FREE},
	{"double free detected", HD_CRASH_DOUBLE_FREE},
	{"double free or corruption", HD_CRASH_DOUBLE_FREE},
	{"Invalid free()", HD_CRASH_DOUBLE_FREE},
	{"-buffer-overflow", HD_CRASH_OUT_OF_BOUNDS},
	{"-buffer-underflow", HD_CRASH_OUT_OF_BOUNDS},
	{"stack-use-after-", HD_CRASH_USE_AFTER_FREE},
	{"' failed.", HD_CRASH_ASSERTION},
	{" inside a block of size ", HD_CRASH_USE_AFTER_FREE, .later = "free'd"},
	{" bytes after a block of size ", HD_CRASH_OUT_OF_BOUNDS},
	{" bytes before a block of size ", HD_CRASH_OUT_OF_BOUNDS},
	{"runtime error: index ", HD_CRASH_OUT_OF_BOUNDS},
	{"runtime error: member access within null pointer", HD_CRASH_NULL},
	{"runtime error: load of null pointer", HD_CRASH_NULL},
	{"runtime error: store to null pointer", HD_CRASH_NULL},
	{"SEGV on unknown address ", HD_CRASH_FAULT, true},
	{"ABRT on unknown address ", HD_CRASH_ABORT},
	{" on unknown address ", HD_CRASH_FAULT},
	{"(fault address: ", HD_CRASH_FAULT, true},
	{"mapped region at address ", HD_CRASH_FAULT, true},
	{"SIGSEGV", HD_CRASH_FAULT},
	{"Signal: 11 (SEGV)", HD_CRASH_FAULT},
	{"SIGBUS", HD_CRASH_FAULT},
	{"Signal: 7 (BUS)", HD_CRASH_FAULT},
	{"SIGILL", HD_CRASH_FAULT},
	{"SIGFPE", HD_CRASH_FAULT},
	{"SIGABRT", HD_CRASH_ABORT},
	{"Signal: 6 (ABRT)", HD_CRASH_ABORT},
	{"lock-order-inversion", HD_CRASH_DEADLOCK},
	{"ThreadSanitizer: data race", HD_CRASH_RACE},
	{"Possible data race during ", HD_CRASH_RACE},
};

enum { PHRASES = sizeof(phrases) / sizeof(*phrases), NULL_PAGE = 4096 };

static enum hd_crash_kind kind_of_phrase(size_t index, const char *line)
{
	uint64_t address;
	const char *at = line + strlen(phrases[index].phrase);
	bool null = phrases[index].at_address && hd_skip_address(&at, &address) && address < NULL_PAGE;
	return null ? HD_CRASH_NULL : phrases[index].kind;
}

// Where a phrase is in a line; NULL: nowhere.
static const char *find_phrase(size_t index, const char *line)
{
	const char *at = strstr(line, phrases[index].phrase);
	return at && phrases[index].later && !strstr(at, phrases[index].later) ? NULL : at;
}

// The kind of the line; *best: the index of the best phrase so far, of which only better ones count.
static enum hd_crash_kind kind_of_line(const char *line, enum hd_crash_kind kind, size_t *best)
{
	for (size_t i = 0; i < *best; i++) {
		const char *at = find_phrase(i, line);
		if (at) {
			*best = i;
			kind = kind_of_phrase(i, at);
		}
	}
	return kind;
}

enum hd_crash_kind hd_crash_kind_of_line(const char *line)
{
	size_t best = PHRASES;
	return kind_of_line(line, HD_CRASH_UNKNOWN, &best);
}

static enum hd_crash_kind kind_of_text(const struct hd_crash_lines *lines)
{
	enum hd_crash_kind kind = HD_CRASH_UNKNOWN;
	size_t best = PHRASES;
	for (size_t i = 0; i < lines->count; i++) {
		kind = kind_of_line(lines->items[i], kind, &best);
	}
	return kind;
}

// Whoever aborts mostly says why before.
static enum hd_crash_kind explain(enum hd_crash_kind kind, const struct hd_crash_lines *lines)
{
	enum hd_crash_kind said = kind == HD_CRASH_UNKNOWN || kind == HD_CRASH_ABORT ? kind_of_text(lines) : kind;
	bool reason = said == HD_CRASH_ASSERTION || said == HD_CRASH_DOUBLE_FREE;
	return kind == HD_CRASH_UNKNOWN || reason ? said : kind;
}

// ---- what functions say --------------------------------------------------------------

// A name of the C library without the underscores and marks in front.
static const char *bare(const char *name)
{
	name += strspn(name, "_");
	return strncmp(name, "GI_", 3) == 0 ? name + 3 + strspn(name + 3, "_") : name;
}

static bool is_one_of(const struct hd_crash_frame *frame, const char *const *names)
{
	for (size_t i = 0; frame->function && names[i]; i++) {
		if (strcmp(bare(frame->function), names[i]) == 0) {
			return true;
		}
	}
	return false;
}

static bool has_function(const struct hd_crash_thread *thread, const char *const *names)
{
	for (size_t i = 0; i < thread->count; i++) {
		if (is_one_of(&thread->frames[i], names)) {
			return true;
		}
	}
	return false;
}

static const char *const asserting[] = {"assert_fail", "assert_fail_base", "assert_perror_fail", "assert", NULL};
static const char *const aborting[] = {"abort", "raise", "pthread_kill_implementation", "libc_message",
	"malloc_printerr", "fortify_fail", "stack_chk_fail", NULL};
static const char *const locking[] = {"lll_lock_wait", "lll_lock_wait_private", "pthread_mutex_lock",
	"pthread_mutex_lock_full", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_wrlock_full64",
	"pthread_rwlock_rdlock_full64", "pthread_mutex_timedlock", "mtx_lock", NULL};
static const char *const allocating[] = {"free", "cfree", "malloc", "calloc", "realloc", "reallocarray", "strdup",
	"strndup", "posix_memalign", "aligned_alloc", "memalign", NULL};
// Tops of stacks of threads that do nothing.
static const char *const idle[] = {"futex_abstimed_wait_common", "futex_abstimed_wait_common64", "futex_wait",
	"lll_lock_wait", "lll_lock_wait_private", "pthread_mutex_lock", "clock_nanosleep", "nanosleep", "poll", "ppoll",
	"select", "epoll_wait", "read", "accept", "recv", "wait4", "pthread_join", "pthread_clockjoin_ex",
	"pthread_timedjoin_ex", "pthread_cond_wait", "pthread_cond_timedwait", "sigtimedwait", "sched_yield", "syscall",
	"clone", "clone3", NULL};

static bool aborts(const struct hd_crash_thread *thread)
{
	return has_function(thread, asserting) || has_function(thread, aborting);
}

static bool is_busy(const struct hd_crash_thread *thread)
{
	return !is_one_of(&thread->frames[0], idle);
}

bool hd_crash_is_assertion(const struct hd_crash_frame *frame)
{
	return is_one_of(frame, asserting);
}

bool hd_crash_is_null_call(const struct hd_crash_frame *frame)
{
	return !frame->function && !frame->module && frame->address == 0;
}

// What the stack itself says, where the text was silent or said only that there was a signal.
static enum hd_crash_kind kind_of_stack(const struct hd_crash_thread *thread, enum hd_crash_kind kind)
{
	const struct hd_crash_frame *top = &thread->frames[0];
	if (has_function(thread, asserting)) {
		return HD_CRASH_ASSERTION;
	}
	if (kind == HD_CRASH_UNKNOWN && has_function(thread, aborting)) {
		return HD_CRASH_ABORT;
	}
	return hd_crash_is_null_call(top) ? HD_CRASH_NULL : kind;
}

// ---- the same stack twice ------------------------------------------------------------

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool begins_with(const struct hd_crash_thread *thread, const struct hd_crash_thread *start)
{
	if (start->count > thread->count) {
		return false;
	}
	for (size_t i = 0; i < start->count; i++) {
		const struct hd_crash_frame *a = &start->frames[i], *b = &thread->frames[i];
		if (a->line != b->line || a->address != b->address || !same_text(a->function, b->function) ||
			!same_text(a->file, b->file)) {
			return false;
		}
	}
	return true;
}

// Is this perhaps only the top of the other?
static bool may_repeat(const struct hd_crash_thread *thread, const struct hd_crash_thread *other)
{
	return thread != other && other->count > 0 && (!*thread->title || strcmp(thread->title, other->title) == 0) &&
		begins_with(other, thread);
}

// Debuggers print the top of a stack before all of it, and that of the current thread once more
// among all others: the one without a title goes. Only the first few can be such.
static void remove_repeated(struct hd_crash *crash)
{
	enum { MOST = 8 };
	for (size_t i = 0; i < crash->count && i < MOST; i++) {
		struct hd_crash_thread *thread = &crash->threads[i];
		for (size_t j = 0; j < crash->count && thread->count > 0; j++) {
			struct hd_crash_thread *other = &crash->threads[j];
			if (may_repeat(thread, other)) {
				other->crashed |= thread->crashed || (!*thread->title && *other->title);
				thread->count = 0;
			}
		}
	}
}

static void remove_empty(struct hd_crash *crash)
{
	size_t kept = 0;
	for (size_t i = 0; i < crash->count; i++) {
		if (crash->threads[i].count > 0) {
			crash->threads[kept++] = crash->threads[i];
		}
	}
	crash->count = kept;
}

// ---- which thread --------------------------------------------------------------------

static size_t count_crashed(const struct hd_crash *crash)
{
	size_t count = 0;
	for (size_t i = 0; i < crash->count; i++) {
		count += crash->threads[i].crashed;
	}
	return count;
}

// Two threads that wait for locks, and nothing else that went wrong.
static bool blame_waiting(struct hd_crash *crash)
{
	size_t count = 0;
	for (size_t i = 0; i < crash->count; i++) {
		if (aborts(&crash->threads[i])) {
			return false;
		}
		count += has_function(&crash->threads[i], locking);
	}
	if (count < 2) {
		return false;
	}
	for (size_t i = 0; i < crash->count; i++) {
		crash->threads[i].crashed = has_function(&crash->threads[i], locking);
	}
	return true;
}

static void blame_one(struct hd_crash *crash)
{
	struct hd_crash_thread *untitled = NULL, *aborting_one = NULL, *busy = NULL, *first = &crash->threads[0];
	size_t busy_count = 0;
	for (size_t i = crash->count; i > 0; i--) {
		struct hd_crash_thread *thread = &crash->threads[i - 1];
		untitled = *thread->title ? untitled : thread;
		aborting_one = aborts(thread) ? thread : aborting_one;
		busy = is_busy(thread) ? thread : busy;
		busy_count += is_busy(thread);
		first = strncmp(thread->title, "Thread 1 ", 9) == 0 ? thread : first; // gdb: the last it prints
	}
	busy = busy_count == 1 ? busy : NULL;
	(untitled ? untitled : aborting_one ? aborting_one : busy ? busy : first)->crashed = true;
}

// A race with whoever frees the block, or gets it when it was freed, is a use after free by the other.
static void blame_user(struct hd_crash *crash)
{
	struct hd_crash_thread *user = NULL, *owner = NULL;
	for (size_t i = crash->count; i > 0; i--) {
		struct hd_crash_thread *thread = &crash->threads[i - 1];
		bool allocates = thread->crashed && is_one_of(&thread->frames[0], allocating);
		owner = allocates ? thread : owner;
		user = thread->crashed && !allocates ? thread : user;
	}
	if (user && owner) {
		owner->crashed = false;
		crash->kind = HD_CRASH_USE_AFTER_FREE;
	}
}

void hd_crash_blame(struct hd_crash *crash, const struct hd_crash_lines *lines)
{
	remove_empty(crash);
	remove_repeated(crash);
	remove_empty(crash);
	if (crash->count == 0) {
		return;
	}
	crash->kind = explain(crash->kind, lines);
	if (crash->kind == HD_CRASH_UNKNOWN && blame_waiting(crash)) {
		crash->kind = HD_CRASH_DEADLOCK;
	} else if (count_crashed(crash) == 0) {
		blame_one(crash);
	}
	if (crash->kind == HD_CRASH_RACE) {
		blame_user(crash);
	}
	for (size_t i = 0; i < crash->count; i++) {
		if (crash->threads[i].crashed &&
			(crash->kind == HD_CRASH_UNKNOWN || crash->kind == HD_CRASH_FAULT ||
				crash->kind == HD_CRASH_ABORT)) {
			crash->kind = kind_of_stack(&crash->threads[i], crash->kind);
		}
	}
}

// Is this the rest of a function, which the compiler had split and inlined into its own start?
// A call of itself would come from a line of its own, mostly below.
static bool is_part(const struct hd_crash_frame *frame, const struct hd_crash_frame *outer)
{
	return frame->inlined && frame->function && outer->function && strcmp(frame->function, outer->function) == 0 &&
		outer->line < frame->line;
}

void hd_crash_join_parts(struct hd_crash *crash)
{
	for (size_t i = 0; i < crash->count; i++) {
		struct hd_crash_thread *thread = &crash->threads[i];
		size_t kept = 0;
		for (size_t j = 0; j < thread->count; j++) {
			if (kept > 0 && is_part(&thread->frames[kept - 1], &thread->frames[j])) {
				thread->frames[kept - 1].inlined = thread->frames[j].inlined;
			} else {
				thread->frames[kept++] = thread->frames[j];
			}
		}
		thread->count = kept;
	}
}

// A function that is not of the C library.
static bool is_own(const struct hd_crash_frame *frame)
{
	const char *module = frame->module ? hd_path_name(frame->module) : "";
	return frame->function && strncmp(module, "libc.so", 7) != 0 && strncmp(module, "libpthread.so", 13) != 0;
}

enum hd_status hd_crash_check_functions(const struct hd_crash *crash, const char *exe, struct hd_error *error)
{
	bool addresses = false, unknown = false;
	for (size_t i = 0; i < crash->count; i++) {
		const struct hd_crash_thread *thread = &crash->threads[i];
		for (size_t j = 0; thread->crashed && j < thread->count; j++) {
			if (is_own(&thread->frames[j])) {
				return HD_OK;
			}
			addresses |= !thread->frames[j].function && thread->frames[j].address;
			unknown |= !thread->frames[j].function;
		}
	}
	if (!unknown) {
		return HD_OK;
	}
	if (!addresses) {
		return hd_fail(error, HD_BAD_INPUT,
			"whatever printed it lost the stack: no frame of the thread that crashed has a function; a core file"
			" has it all: --core FILE with --exe FILE");
	}
	if (exe) {
		return hd_fail(error, HD_BAD_INPUT, "its frames are only addresses, and none is of a function of '%s'",
			exe);
	}
	return hd_fail(error, HD_BAD_INPUT, "its frames are only addresses: name the executable with --exe");
}
