// SPDX-License-Identifier: Apache-2.0
// The text of a crash as lines, without what terminals and logs add: carriage returns, colours, and
// the same prefix (a time, a host, a process id) in front of each line.
#ifndef HD_CRASH_LINES_H
#define HD_CRASH_LINES_H

#include <stddef.h>

struct hd_crash_lines {
	char **items; // zero-terminated; line i + 1 of the file
	size_t count;
	size_t width; // bytes of the longest line
	char *memory;
};

void hd_crash_lines_init(struct hd_crash_lines *lines, const char *text, size_t length);
void hd_crash_lines_finish(struct hd_crash_lines *lines);

#endif
