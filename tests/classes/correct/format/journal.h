// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stddef.h>

typedef struct journal journal;

journal *journal_new(void);
void journal_free(journal *j);

/** Keep a line; how many there were before it. */
int journal_print(journal *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Copy the line kept last; its length. */
size_t journal_last(journal *j, char *line, size_t size);

#endif
