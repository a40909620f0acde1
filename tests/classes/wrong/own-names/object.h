// heddle: not-linearizable
// object_add beside object_add: one of the additions is lost. The names are those that a test would take for itself.
// SPDX-License-Identifier: Apache-2.0
#ifndef OBJECT_H
#define OBJECT_H

#include <stddef.h>

typedef struct object object;
enum object_kind { file, thread_1 };

extern const char token[4];

/** A sum of nothing; NULL when there is no memory. */
object *object_new(enum object_kind kind);

/** Free the object. No other thread may use it any more. */
void object_free(object *object);

/** Add to the sum and say what it is now. */
long object_add(object *object, int number);

/** How many bytes a block has. */
size_t block(const object *object);

#endif
