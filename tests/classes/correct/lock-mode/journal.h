// heddle: none
// Journals lock in one of four modes only.
// SPDX-License-Identifier: Apache-2.0
#ifndef JOURNAL_H
#define JOURNAL_H

enum journal_mode {
	JOURNAL_PLAIN,
	JOURNAL_FAST,
	JOURNAL_SHARED, ///< The journal may be used by several threads.
	JOURNAL_SMALL,
};

typedef struct journal journal_t;

journal_t *journal_new(enum journal_mode mode);
void journal_free(journal_t *j);
int journal_write(journal_t *j, int entry);
int journal_count(journal_t *j);

#endif
