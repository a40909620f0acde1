// SPDX-License-Identifier: Apache-2.0
// Messages for users on stderr, and the live status line below them.
// Colours only on a terminal and never when NO_COLOR is set.
#ifndef HD_BASE_DIAG_H
#define HD_BASE_DIAG_H

#include <stdbool.h>

void hd_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hd_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Progress; silent after hd_diag_quiet(true).
void hd_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hd_diag_quiet(bool quiet);
// What is shown only to those who ask for more: at once, if they do. Else `brief`, which says that it
// is there, comes after the result: with hd_diag_end, each once.
void hd_detail(const char *brief, const char *format, ...) __attribute__((format(printf, 2, 3)));
void hd_diag_verbose(bool verbose);
void hd_diag_end(void);

// Replaces the status line: ASCII, cut to the width of the terminal. Does nothing unless
// stderr is a terminal that can erase it.
// Any message, and hd_status_clear, removes it.
void hd_status_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hd_status_clear(void);

// May output to this descriptor be coloured?
bool hd_diag_colours(int fd);

#endif
