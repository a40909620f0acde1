// heddle: use-after-free|data-race
// logfile_write copies the prefix after unlocking while logfile_set_prefix frees it.
// SPDX-License-Identifier: Apache-2.0
#ifndef LOGFILE_H
#define LOGFILE_H

#include <stdio.h>

typedef struct logfile logfile;

/** Log to an open stream, which stays the caller's; NULL when there is none or no memory. */
logfile *logfile_new(FILE *stream);

/** Free the log, but do not close the stream. No other thread may use it any more. */
void logfile_free(logfile *log);

/** Start each line with this text from now on; -1 when there is no memory or no text. */
int logfile_set_prefix(logfile *log, const char *prefix);

/** Write one line; -1 when that fails. */
int logfile_write(logfile *log, const char *text);

/** How many lines were written. */
unsigned logfile_lines(logfile *log);

#endif
