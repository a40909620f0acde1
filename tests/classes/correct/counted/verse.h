// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef VERSE_H
#define VERSE_H

typedef struct verse verse;

verse *verse_new(const char *text);
verse *verse_ref(verse *v);
void verse_unref(verse *v);
int verse_length(const verse *v);
void verse_append(verse *v, char letter);

#endif
