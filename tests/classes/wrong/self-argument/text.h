// heddle: null-dereference|out-of-bounds|not-linearizable
// text_append(a, a) makes room for the double, text_clear(a) frees it, then the copy is written.
// SPDX-License-Identifier: Apache-2.0
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

typedef struct text text;

/** A text of these characters; NULL when there is no memory. */
text *text_new(const char *characters);

/** Free the text. No other thread may use it any more. */
void text_free(text *text);

/** Append the characters of another text, or of this one; -1 when there is no memory. */
int text_append(text *text, struct text *other);

/** Make the text empty and return its memory. */
void text_clear(text *text);

/** How many characters there are. */
size_t text_length(text *text);

/** The character at an index, or -1 when the text is shorter. */
int text_at(text *text, size_t index);

#endif
