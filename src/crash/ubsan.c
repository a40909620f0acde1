// SPDX-License-Identifier: Apache-2.0
// UndefinedBehaviorSanitizer. It prints stacks only with UBSAN_OPTIONS=print_stacktrace=1.
#include "crash/sanitizer.h"

static const struct hd_sanitizer_heading headings[] = {
	{"UndefinedBehaviorSanitizer:DEADLYSIGNAL", HD_SANITIZER_IGNORE},
	{"ERROR: UndefinedBehaviorSanitizer: ", HD_SANITIZER_FATAL, " on unknown address "},
	{"ERROR: UndefinedBehaviorSanitizer", HD_SANITIZER_FATAL},
	{": runtime error: ", HD_SANITIZER_REPORT},
	{"SUMMARY: ", HD_SANITIZER_IGNORE},
	{NULL},
};

static void read_ubsan(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	hd_sanitizer_read(stacks, lines, headings, true);
}

const struct hd_crash_reader hd_crash_ubsan = {
	.name = "ubsan",
	.summary = "reports of UndefinedBehaviorSanitizer",
	.read = read_ubsan,
};
