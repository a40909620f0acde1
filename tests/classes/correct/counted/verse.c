// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "verse.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct verse {
	atomic_uint count;
	int length;
	char text[32];
};

verse *verse_new(const char *text)
{
	verse *v = calloc(1, sizeof(*v));
	if (v) {
		atomic_init(&v->count, 1);
		strncpy(v->text, text ? text : "", 20);
		v->length = (int)strlen(v->text);
	}
	return v;
}

verse *verse_ref(verse *v)
{
	atomic_fetch_add_explicit(&v->count, 1, memory_order_relaxed);
	return v;
}

void verse_unref(verse *v)
{
	if (atomic_fetch_sub_explicit(&v->count, 1, memory_order_acq_rel) == 1) {
		free(v);
	}
}

int verse_length(const verse *v)
{
	return v->length;
}

void verse_append(verse *v, char letter)
{
	if (v->length < 30) {
		v->text[v->length++] = letter;
	}
}
