// heddle: null-dereference|signal
// journal_add looks whether the journal is open and then writes into a page that journal_close has taken away
// meanwhile. It only comes so far with an entry whose fields are all filled in.
// SPDX-License-Identifier: Apache-2.0
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stddef.h>

typedef struct author author;
typedef struct journal journal;

/** Where an entry was made. */
struct place {
	const char *file;
	int line; ///< from 1
};

/** What is noted. */
struct entry {
	const char *text;
	struct place place;
	const int *numbers; ///< `count` of them
	size_t count;
	int (*weigh)(int number); ///< what a number counts
	author *author;
};

author *author_new(void);
void author_free(author *author);

/** Make a journal; NULL when there is no memory. */
journal *journal_new(void);

/** Free the journal. No other thread may use it any more. */
void journal_free(journal *journal);

/** Note an entry; -1 when the journal is closed or something of the entry is missing. */
int journal_add(journal *journal, const struct entry *entry);

/** Note nothing any more. */
void journal_close(journal *journal);

#endif
