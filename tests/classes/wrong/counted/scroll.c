// heddle: use-after-free|double-free
// scroll_release looks at the count again after it has given up its own.
// SPDX-License-Identifier: Apache-2.0
#include "scroll.h"

#include <stdatomic.h>
#include <stdlib.h>

struct scroll {
	atomic_int count;
	int length;
	int *lines;
};

scroll *scroll_new(int length)
{
	scroll *s = calloc(1, sizeof(*s));
	if (s) {
		atomic_init(&s->count, 1);
		s->length = length;
		s->lines = malloc(sizeof(int));
	}
	return s;
}

scroll *scroll_retain(scroll *s)
{
	atomic_fetch_add(&s->count, 1);
	return s;
}

void scroll_release(scroll *s)
{
	atomic_fetch_sub(&s->count, 1);
	if (atomic_load(&s->count) == 0) {
		free(s->lines);
		free(s);
	}
}

int scroll_length(const scroll *s)
{
	return s->length;
}
