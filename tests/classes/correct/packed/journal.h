// heddle: none
// A journal of packed records, each of whose fields lies in two cells somewhere, all under one lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdint.h>

typedef struct journal journal;

/** An empty journal; NULL when there is no memory. */
journal *journal_new(void);
/** Free it. */
void journal_free(journal *j);
/** Append a record; 0 when there is no room. */
int journal_add(journal *j, uint64_t key, uint32_t value);
/** The sum of all values. */
uint64_t journal_sum(journal *j);
/** How often a key was added. */
unsigned journal_count(journal *j, uint64_t key);

#endif
