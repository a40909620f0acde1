// heddle: double-free|use-after-free|data-race|not-linearizable
// Two notes_drop calls free one note, or notes_drop frees the note that notes_total reads.
// SPDX-License-Identifier: Apache-2.0
#ifndef NOTES_H
#define NOTES_H

#include <stddef.h>

typedef struct notes notes;

/** Make an empty list of notes; NULL when there is no memory. */
notes *notes_new(void);

/** Free the list and its notes. No other thread may use it any more. */
void notes_free(notes *notes);

/** Add a note. It must come from malloc() and belongs to the list afterwards, which frees it. -1
 * when it is NULL or the list is full; then it still belongs to the caller. */
int notes_add(notes *notes, char *owned);

/** Free the note that was added last; -1 when there is none. */
int notes_drop(notes *notes);

/** The length of all notes together. */
size_t notes_total(notes *notes);

#endif
