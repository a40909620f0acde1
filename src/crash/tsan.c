// SPDX-License-Identifier: Apache-2.0
// ThreadSanitizer: races, lock orders and signals.
#include "crash/sanitizer.h"

static const struct hd_sanitizer_heading headings[] = {
	{"ThreadSanitizer:DEADLYSIGNAL", HD_SANITIZER_IGNORE},
	{"ERROR: ThreadSanitizer: ", HD_SANITIZER_FATAL, " on unknown address "},
	{"ERROR: ThreadSanitizer", HD_SANITIZER_FATAL},
	{"WARNING: ThreadSanitizer: heap-use-after-free", HD_SANITIZER_FATAL},
	{"WARNING: ThreadSanitizer", HD_SANITIZER_REPORT},
	{"acquired here while holding mutex", HD_SANITIZER_ACCESS},
	{"previously acquired by", HD_SANITIZER_IGNORE},
	{"As if synchronized via sleep", HD_SANITIZER_IGNORE},
	{"Location is ", HD_SANITIZER_IGNORE},
	{" created at", HD_SANITIZER_IGNORE},
	{" created by ", HD_SANITIZER_IGNORE},
	{" of size ", HD_SANITIZER_ACCESS},
	{"SUMMARY: ", HD_SANITIZER_IGNORE},
	{NULL},
};

static void read_tsan(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	hd_sanitizer_read(stacks, lines, headings, false);
}

const struct hd_crash_reader hd_crash_tsan = {
	.name = "tsan",
	.summary = "reports of ThreadSanitizer",
	.read = read_tsan,
};
