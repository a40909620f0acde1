// heddle: null-dereference|out-of-bounds|not-linearizable
// text_append(a, a) makes room for the double, text_clear(a) frees it, then the copy is written.
// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct text {
	pthread_mutex_t lock;
	char *characters;
	size_t length;
	size_t capacity;
};

// With the lock held.
static int reserve(text *text, size_t capacity)
{
	if (capacity <= text->capacity) {
		return 0;
	}
	char *characters = realloc(text->characters, capacity);
	if (!characters) {
		return -1;
	}
	text->characters = characters;
	text->capacity = capacity;
	return 0;
}

text *text_new(const char *characters)
{
	if (!characters) {
		return NULL;
	}
	text *text = calloc(1, sizeof *text);
	if (!text) {
		return NULL;
	}
	size_t length = strlen(characters);
	if (reserve(text, length) != 0) {
		free(text);
		return NULL;
	}
	if (length > 0) {
		memcpy(text->characters, characters, length);
	}
	text->length = length;
	pthread_mutex_init(&text->lock, NULL);
	return text;
}

void text_free(text *text)
{
	if (!text) {
		return;
	}
	pthread_mutex_destroy(&text->lock);
	free(text->characters);
	free(text);
}

static int append_itself(text *text)
{
	pthread_mutex_lock(&text->lock);
	size_t length = text->length;
	int status = reserve(text, 2 * length);
	pthread_mutex_unlock(&text->lock);
	if (status != 0 || length == 0) {
		return status;
	}
	pthread_mutex_lock(&text->lock);
	memcpy(text->characters + length, text->characters, length);
	text->length = 2 * length;
	pthread_mutex_unlock(&text->lock);
	return 0;
}

int text_append(text *text, struct text *other)
{
	if (text == other) {
		return append_itself(text);
	}
	// The lower address first, so that two appends in opposite directions do not deadlock.
	struct text *low = (uintptr_t)text < (uintptr_t)other ? text : other;
	struct text *high = low == text ? other : text;
	pthread_mutex_lock(&low->lock);
	pthread_mutex_lock(&high->lock);
	int status = reserve(text, text->length + other->length);
	if (status == 0 && other->length > 0) {
		memcpy(text->characters + text->length, other->characters, other->length);
		text->length += other->length;
	}
	pthread_mutex_unlock(&high->lock);
	pthread_mutex_unlock(&low->lock);
	return status;
}

void text_clear(text *text)
{
	pthread_mutex_lock(&text->lock);
	free(text->characters);
	text->characters = NULL;
	text->length = 0;
	text->capacity = 0;
	pthread_mutex_unlock(&text->lock);
}

size_t text_length(text *text)
{
	pthread_mutex_lock(&text->lock);
	size_t length = text->length;
	pthread_mutex_unlock(&text->lock);
	return length;
}

int text_at(text *text, size_t index)
{
	pthread_mutex_lock(&text->lock);
	int character = index < text->length ? (unsigned char)text->characters[index] : -1;
	pthread_mutex_unlock(&text->lock);
	return character;
}
