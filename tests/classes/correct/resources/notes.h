// heddle: none
// What is kept for later use, also by a thread that has ended, is not lost.
// SPDX-License-Identifier: Apache-2.0
#ifndef NOTES_H
#define NOTES_H

/** A list of notes. All functions are thread-safe. */
struct notes;

struct notes *notes_new(void);
void notes_free(struct notes *n);
void notes_add(struct notes *n, int value);
int notes_clear(struct notes *n);

#endif
