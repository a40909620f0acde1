// heddle: data-race|not-linearizable
// Bug: shelf_cursor_free gives its place back without the lock.
// SPDX-License-Identifier: Apache-2.0
#ifndef SHELF_H
#define SHELF_H

struct shelf;
struct shelf_cursor;

struct shelf *shelf_new(void);
void shelf_free(struct shelf *s);
int shelf_add(struct shelf *s, int item);
int shelf_size(struct shelf *s);
/// Cursors that are open.
int shelf_readers(struct shelf *s);

/// A cursor is for one thread. It must be freed before its shelf.
struct shelf_cursor *shelf_walk(struct shelf *s);
int shelf_cursor_next(struct shelf_cursor *c, int *item);
void shelf_cursor_free(struct shelf_cursor *c);

#endif
