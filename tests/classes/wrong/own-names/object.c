// heddle: not-linearizable
// object_add beside object_add: one of the additions is lost. The names are those that a test would take for itself.
// SPDX-License-Identifier: Apache-2.0
#include "object.h"

#include <stdatomic.h>
#include <stdlib.h>

struct object {
	_Atomic long sum;
	enum object_kind kind;
};

const char token[4] = "tok";

object *object_new(enum object_kind kind)
{
	object *o = calloc(1, sizeof *o);
	if (o) {
		o->kind = kind;
	}
	return o;
}

void object_free(object *object)
{
	free(object);
}

long object_add(object *object, int number)
{
	long sum = object->sum;
	object->sum = sum + number;
	return sum + number;
}

size_t block(const object *object)
{
	return sizeof(*object) + (size_t)object->kind;
}
