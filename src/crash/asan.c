// SPDX-License-Identifier: Apache-2.0
// AddressSanitizer, also of hardware-tagged memory, and the others that report like it.
#include "crash/sanitizer.h"

static const struct hd_sanitizer_heading headings[] = {
	{"AddressSanitizer:DEADLYSIGNAL", HD_SANITIZER_IGNORE},
	{"ERROR: AddressSanitizer: ", HD_SANITIZER_FATAL, " on unknown address "},
	{"ERROR: AddressSanitizer", HD_SANITIZER_REPORT},
	{"ERROR: HWAddressSanitizer", HD_SANITIZER_REPORT},
	{"WARNING: MemorySanitizer", HD_SANITIZER_REPORT},
	{"ERROR: LeakSanitizer", HD_SANITIZER_IGNORE},
	{"freed by thread ", HD_SANITIZER_OTHER},
	{"allocated by thread ", HD_SANITIZER_IGNORE},
	{" created by ", HD_SANITIZER_IGNORE},
	{" is located in stack of thread", HD_SANITIZER_IGNORE},
	{"Uninitialized value was ", HD_SANITIZER_IGNORE},
	{"SUMMARY: ", HD_SANITIZER_IGNORE},
	{NULL},
};

static void read_asan(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines)
{
	hd_sanitizer_read(stacks, lines, headings, true);
}

const struct hd_crash_reader hd_crash_asan = {
	.name = "asan",
	.summary = "reports of AddressSanitizer",
	.read = read_asan,
};
