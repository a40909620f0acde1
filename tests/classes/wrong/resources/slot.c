// SPDX-License-Identifier: Apache-2.0
#include "slot.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct slot {
	_Atomic(char *) text;
	atomic_int set;
};

struct slot *slot_new(void)
{
	return calloc(1, sizeof(struct slot));
}

void slot_free(struct slot *s)
{
	free(s->text);
	free(s);
}

void slot_set(struct slot *s, const char *text)
{
	char *copy = strdup(text);

	free(atomic_exchange(&s->text, NULL));
	atomic_store(&s->text, copy);
	atomic_store(&s->set, 1);
}

int slot_is_empty(struct slot *s)
{
	return !atomic_load(&s->set);
}
