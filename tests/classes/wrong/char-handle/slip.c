// SPDX-License-Identifier: Apache-2.0
#include "slip.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 64

// In front of the text.
struct slip {
	pthread_mutex_t lock;
	size_t length, room;
	char text[];
};

static struct slip *slip_of(const char *text)
{
	return (struct slip *)(text - offsetof(struct slip, text));
}

char *slip_new(size_t room)
{
	struct slip *s = room > 0 && room < MOST ? calloc(1, sizeof(*s) + room + 1) : NULL;

	if (!s) {
		return NULL;
	}
	pthread_mutex_init(&s->lock, NULL);
	s->room = room;
	return s->text;
}

void slip_free(char *slip)
{
	if (slip) {
		pthread_mutex_destroy(&slip_of(slip)->lock);
		free(slip_of(slip));
	}
}

size_t slip_append(char *slip, char letter)
{
	struct slip *s = slip_of(slip);

	int has_room = s->length < s->room;
	pthread_mutex_lock(&s->lock);
	if (has_room) {
		s->text[s->length++] = letter;
	}
	size_t length = s->length;
	pthread_mutex_unlock(&s->lock);
	return length;
}

size_t slip_length(const char *slip)
{
	pthread_mutex_lock(&slip_of(slip)->lock);
	size_t length = slip_of(slip)->length;
	pthread_mutex_unlock(&slip_of(slip)->lock);
	return length;
}
