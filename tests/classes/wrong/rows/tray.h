// heddle: null-dereference|use-after-free
// Bug: tray_top finds out which paper is on top before it locks. It takes two different calls after that until
// the paper is gone: one throws it away, another empties the bin.
// SPDX-License-Identifier: Apache-2.0
#ifndef TRAY_H
#define TRAY_H

#include <stdbool.h>

typedef struct tray tray_t;

/** A tray for eight papers, and a bin. All functions may be called by any thread at any time. */
tray_t *tray_new(void);
void tray_free(tray_t *t);
/** Puts a paper on top; false: there is no room. */
bool tray_put(tray_t *t, int pages);
/** The pages of the paper on top; -1 if there is none. */
int tray_top(tray_t *t);
/** How many papers there are, without those in the bin. */
int tray_count(tray_t *t);
/** Throws the paper on top into the bin. */
bool tray_throw(tray_t *t);
/** Takes the last one out of the bin again. */
bool tray_restore(tray_t *t);
/** What is in the bin is gone. */
void tray_empty_bin(tray_t *t);
/** All pages, also those in the bin. */
int tray_pages(tray_t *t);
/** Adds pages to the paper on top. */
bool tray_append(tray_t *t, int pages);

#endif
