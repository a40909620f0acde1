// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef SPOOL_H
#define SPOOL_H

#include <stdbool.h>

typedef struct spool spool;

/** A spool for eight pages. All functions may be called by any thread at any time. */
spool *spool_new(void);
void spool_free(spool *s);
/** Adds a page behind the last; false: there is no room. */
bool spool_add(spool *s);
/** Takes the last page away. A cursor that stands on it goes to the one before. */
void spool_tear(spool *s);
/** Takes all pages away. */
void spool_tear_all(spool *s);
/** Moves the cursor to the next page, if there is one. */
void spool_forward(spool *s);
/** Moves the cursor to the page before, if there is one. */
void spool_back(spool *s);
/** Gives the pages new numbers. The cursor stays where it is. */
void spool_renumber(spool *s);
/** Prints the page at the cursor: its number; -1 if there is none. */
int spool_print(spool *s);
/** The title of all pages. */
void spool_set_title(spool *s, int title);
int spool_title(spool *s);
/** The author of all pages. */
void spool_set_author(spool *s, int author);
int spool_author(spool *s);
/** The paper of all pages. */
void spool_set_paper(spool *s, int paper);
int spool_paper(spool *s);
/** The size of all pages. */
void spool_set_size(spool *s, int size);
int spool_size(spool *s);

#endif
