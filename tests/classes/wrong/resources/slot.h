// heddle: leak
// Two calls of slot_set see the same old text: one frees it, and one of the new ones is lost.
// SPDX-License-Identifier: Apache-2.0
#ifndef SLOT_H
#define SLOT_H

/** A slot with the last text. All functions are thread-safe. */
struct slot;

struct slot *slot_new(void);
void slot_free(struct slot *s);
void slot_set(struct slot *s, const char *text);
int slot_is_empty(struct slot *s);

#endif
