// SPDX-License-Identifier: Apache-2.0
// The kind comes from what the tools say beside the stack, in their own words, and else from the
// library functions on top of it. The thread that crashed is the one they name, the one that aborts,
// or the first; in a deadlock, all that wait for a lock.
#include "crash/blame.h"

#include <string.h>

#include "crash/scan.h"

// The more exact a phrase is, the earlier it comes.
static const struct {
	const char *phrase;
	enum hd_crash_kind kind;
} phrases[] = {
	{"heap-use-after-free", HD_CRASH_USE_AFTER_FREE},
	{"attempting double-free", HD_CRASH_DOUBLE_FREE},
	{"double free detected", HD_CRASH_DOUBLE_FREE},
	{"double free or corruption", HD_CRASH_DOUBLE_FREE},
	{"-buffer-overflow", HD_CRASH_OUT_OF_BOUNDS},
	{"-buffer-underflow", HD_CRASH_OUT_OF_BOUNDS},
	{"' failed.", HD_CRASH_ASSERTION},
	{"WARNING: ThreadSanitizer: data race", HD_CRASH_RACE},
	{"lock-order-inversion", HD_CRASH_DEADLOCK},
	{"SIGSEGV", HD_CRASH_FAULT},
	{"SIGBUS", HD_CRASH_FAULT},
	{"SIGILL", HD_CRASH_FAULT},
	{"SIGFPE", HD_CRASH_FAULT},
	{"SEGV on unknown address", HD_CRASH_FAULT},
	{"SIGABRT", HD_CRASH_ABORT},
};

enum { PHRASES = sizeof(phrases) / sizeof(*phrases) };

static enum hd_crash_kind kind_of_text(const struct hd_crash_lines *lines)
{
	size_t best = PHRASES;
	for (size_t i = 0; i < lines->count; i++) {
		for (size_t j = 0; j < best; j++) {
			if (strstr(lines->items[i], phrases[j].phrase)) {
				best = j;
			}
		}
	}
	return best < PHRASES ? phrases[best].kind : HD_CRASH_UNKNOWN;
}

// A name of the C library without the underscores and marks in front.
static const char *bare(const char *name)
{
	name += strspn(name, "_");
	return strncmp(name, "GI_", 3) == 0 ? name + 3 + strspn(name + 3, "_") : name;
}

static bool has_function(const struct hd_crash_thread *thread, const char *const *names)
{
	for (size_t i = 0; i < thread->count; i++) {
		const char *function = thread->frames[i].function;
		for (size_t j = 0; function && names[j]; j++) {
			if (strcmp(bare(function), names[j]) == 0) {
				return true;
			}
		}
	}
	return false;
}

static const char *const asserting[] = {"assert_fail", "assert_fail_base", "assert_perror_fail", "assert", NULL};
static const char *const aborting[] = {"abort", "raise", "pthread_kill_implementation", "libc_message",
	"malloc_printerr", "fortify_fail", "stack_chk_fail", NULL};
static const char *const waiting[] = {"lll_lock_wait", "lll_lock_wait_private", "pthread_mutex_lock",
	"pthread_mutex_lock_full", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_wrlock_full64",
	"pthread_rwlock_rdlock_full64", "pthread_mutex_timedlock", "mtx_lock", NULL};

static bool aborts(const struct hd_crash_thread *thread)
{
	return has_function(thread, asserting) || has_function(thread, aborting);
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
		count += has_function(&crash->threads[i], waiting);
	}
	if (count < 2) {
		return false;
	}
	for (size_t i = 0; i < crash->count; i++) {
		crash->threads[i].crashed = has_function(&crash->threads[i], waiting);
	}
	return true;
}

static void blame_one(struct hd_crash *crash)
{
	for (size_t i = 0; i < crash->count; i++) {
		if (aborts(&crash->threads[i])) {
			crash->threads[i].crashed = true;
			return;
		}
	}
	for (size_t i = 0; i < crash->count; i++) {
		if (strncmp(crash->threads[i].title, "Thread 1 ", 9) == 0) {
			crash->threads[i].crashed = true; // of a core file: the one that got the signal
			return;
		}
	}
	crash->threads[0].crashed = true;
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
	return !top->function && !top->module && top->address == 0 ? HD_CRASH_NULL : kind;
}

void hd_crash_blame(struct hd_crash *crash, const struct hd_crash_lines *lines)
{
	remove_empty(crash);
	if (crash->count == 0) {
		return;
	}
	if (crash->kind == HD_CRASH_UNKNOWN) {
		crash->kind = kind_of_text(lines);
	}
	if (count_crashed(crash) == 0) {
		if (crash->kind == HD_CRASH_UNKNOWN && blame_waiting(crash)) {
			crash->kind = HD_CRASH_DEADLOCK;
		} else {
			blame_one(crash);
		}
	}
	for (size_t i = 0; i < crash->count; i++) {
		if (crash->threads[i].crashed &&
			(crash->kind == HD_CRASH_UNKNOWN || crash->kind == HD_CRASH_FAULT ||
				crash->kind == HD_CRASH_ABORT)) {
			crash->kind = kind_of_stack(&crash->threads[i], crash->kind);
		}
	}
}
