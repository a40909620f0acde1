// heddle: use-after-free|double-free|not-linearizable
// guest_book_lock takes one of two locks in turn: two threads are inside.
// SPDX-License-Identifier: Apache-2.0
#ifndef GUEST_BOOK_H
#define GUEST_BOOK_H

/** Entries are made between lock and unlock. */
typedef struct guest_book guest_book;

guest_book *guest_book_new(void);
void guest_book_free(guest_book *b);
void guest_book_lock(guest_book *b);
void guest_book_unlock(guest_book *b);
void guest_book_sign(guest_book *b, int name);
int guest_book_last(guest_book *b);
int guest_book_size(guest_book *b);

#endif
