// heddle: none
// NULL is the default journal.
// SPDX-License-Identifier: Apache-2.0
#ifndef JOURNAL_H
#define JOURNAL_H

typedef struct journal journal_t;

journal_t *journal_open(void);
void journal_close(journal_t *j);
/// j: NULL is the default journal.
int journal_write(journal_t *j, int entry);
int journal_entries(journal_t *j);

#endif
