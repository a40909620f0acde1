// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LOGGER_H
#define LOGGER_H

#include <stdio.h>

/** How important a line is. */
enum logger_level { LOGGER_DEBUG, LOGGER_INFO, LOGGER_WARNING, LOGGER_ERROR };

/** Writes whole lines to a stream. */
typedef struct logger logger;

/** Log to an open stream, which stays the caller's; NULL when there is none or no memory. */
logger *logger_new(FILE *stream);

/** Free the logger, but do not close the stream. No other thread may use it any more. */
void logger_free(logger *logger);

/** Write one line with its number; the number (1, 2, ...), 0 when its level is not logged, -1 when
 * there is no text or writing fails. */
int logger_write(logger *logger, enum logger_level level, const char *text);

/** Log this level and what is more important; returns the level before. */
enum logger_level logger_set_level(logger *logger, enum logger_level level);

/** Write what is in buffers; -1 when that fails. */
int logger_flush(logger *logger);

/** How many lines were written. */
int logger_lines(logger *logger);

#endif
