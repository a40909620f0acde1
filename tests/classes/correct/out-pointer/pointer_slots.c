// SPDX-License-Identifier: Apache-2.0
#include "pointer_slots.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 3

struct pointer_slots {
	pthread_mutex_t lock;
	void *items[SLOTS];
	size_t n;
	char *label;
};

pointer_slots *pointer_slots_new(void)
{
	pointer_slots *s = calloc(1, sizeof(*s));

	if (s) {
		pthread_mutex_init(&s->lock, NULL);
	}
	return s;
}

void pointer_slots_free(pointer_slots *s)
{
	if (s) {
		pthread_mutex_destroy(&s->lock);
		free(s->label);
		free(s);
	}
}

bool pointer_slots_put(pointer_slots *s, void *item)
{
	pthread_mutex_lock(&s->lock);
	bool ok = s->n < SLOTS;
	if (ok) {
		s->items[s->n++] = item;
	}
	pthread_mutex_unlock(&s->lock);
	return ok;
}

bool pointer_slots_take(pointer_slots *s, void **item)
{
	pthread_mutex_lock(&s->lock);
	bool ok = s->n > 0;
	if (ok) {
		*item = s->items[--s->n];
	}
	pthread_mutex_unlock(&s->lock);
	return ok;
}

bool pointer_slots_label(pointer_slots *s, const char *text)
{
	char *label = strdup(text ? text : "");

	if (!label) {
		return false;
	}
	pthread_mutex_lock(&s->lock);
	char *old = s->label;
	s->label = label;
	pthread_mutex_unlock(&s->lock);
	free(old);
	return true;
}

bool pointer_slots_copy_label(pointer_slots *s, char **copy)
{
	pthread_mutex_lock(&s->lock);
	*copy = s->label ? strdup(s->label) : NULL;
	pthread_mutex_unlock(&s->lock);
	return *copy != NULL;
}

size_t pointer_slots_list(pointer_slots *s, void **items, size_t n)
{
	pthread_mutex_lock(&s->lock);
	size_t listed = n < s->n ? n : s->n;
	memcpy(items, s->items, listed * sizeof(*items));
	pthread_mutex_unlock(&s->lock);
	return listed;
}
