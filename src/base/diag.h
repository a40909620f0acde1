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

// Replaces the status line: ASCII, cut to the width of the terminal. Does nothing unless
// stderr is a terminal that can erase it.
// Any message, and hd_status_clear, removes it.
void hd_status_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hd_status_clear(void);

// May output to this descriptor be coloured?
bool hd_diag_colours(int fd);

#endif
