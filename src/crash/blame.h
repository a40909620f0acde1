// SPDX-License-Identifier: Apache-2.0
// What kind of crash it was, and of which thread.
#ifndef HD_CRASH_BLAME_H
#define HD_CRASH_BLAME_H

#include "crash/crash.h"
#include "crash/lines.h"

// What a line that a tool printed says; HD_CRASH_UNKNOWN: nothing.
enum hd_crash_kind hd_crash_kind_of_line(const char *line);

// Fills in what the reader did not say: crash->kind, and at least one thread that crashed.
void hd_crash_blame(struct hd_crash *crash, const struct hd_crash_lines *lines);

// Is it the function of the C library that tells of a failed assertion?
bool hd_crash_is_assertion(const struct hd_crash_frame *frame);

// A function that the compiler split in two has two frames of the same name: makes them one.
void hd_crash_join_parts(struct hd_crash *crash);

// HD_BAD_INPUT with the reason if no frame of the threads that crashed has a function: a stack of
// addresses is of no use. exe: what they were looked up in; may be NULL.
enum hd_status hd_crash_check_functions(const struct hd_crash *crash, const char *exe, struct hd_error *error);

#endif
