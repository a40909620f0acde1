// SPDX-License-Identifier: Apache-2.0
// Reports of the sanitizers: stacks under headings that say what they are.
#ifndef HD_CRASH_SANITIZER_H
#define HD_CRASH_SANITIZER_H

#include "crash/stacks.h"

enum hd_sanitizer_role {
	HD_SANITIZER_IGNORE, // who made something
	HD_SANITIZER_OTHER,  // who freed something: kept, but it did not crash
	HD_SANITIZER_REPORT, // a report begins; its stacks crashed. Of several, only the first counts
	HD_SANITIZER_ACCESS, // another stack of the same report that crashed
	HD_SANITIZER_FATAL,  // the program died here: all before did not crash
};

// A line with this phrase is a heading of that role. The first that fits counts.
struct hd_sanitizer_heading {
	const char *phrase;
	enum hd_sanitizer_role role;
	const char *later; // what must follow on the same line, too; may be NULL
};

// headings: a NULL phrase at the end. addresses: frames have them, as in "#0 0x12 in f".
void hd_sanitizer_read(struct hd_crash_stacks *stacks, const struct hd_crash_lines *lines,
	const struct hd_sanitizer_heading *headings, bool addresses);

#endif
