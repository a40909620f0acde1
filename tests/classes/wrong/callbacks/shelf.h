// heddle: use-after-free|null-dereference|not-linearizable
// shelf_each walks the list without the lock that shelf_drop holds.
// SPDX-License-Identifier: Apache-2.0
#ifndef SHELF_H
#define SHELF_H

/** Books on a shelf. All functions may be called from any thread. */
typedef struct shelf shelf;
/** Looks at one book; must not call functions of the shelf. */
typedef void shelf_look(void *reader, int book);

shelf *shelf_new(void);
void shelf_free(shelf *s);
void shelf_put(shelf *s, int book);
/** Takes the newest book away; -1: there is none. */
int shelf_drop(shelf *s);
/** How many books were looked at. */
int shelf_each(shelf *s, shelf_look *look, void *reader);

#endif
