// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "strbuilder.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void strbuilder_init(struct strbuilder *builder)
{
	pthread_mutex_init(&builder->lock, NULL);
	builder->text = NULL;
	builder->length = 0;
	builder->capacity = 0;
}

void strbuilder_fini(struct strbuilder *builder)
{
	free(builder->text);
	builder->text = NULL;
	builder->length = 0;
	builder->capacity = 0;
	pthread_mutex_destroy(&builder->lock);
}

// With the lock held.
static int reserve(struct strbuilder *builder, size_t more)
{
	if (more > SIZE_MAX / 2 - builder->length) {
		return -1;
	}
	size_t needed = builder->length + more;
	if (needed <= builder->capacity) {
		return 0;
	}
	size_t capacity = needed < 16 ? 16 : needed * 2;
	char *text = realloc(builder->text, capacity);
	if (!text) {
		return -1;
	}
	builder->text = text;
	builder->capacity = capacity;
	return 0;
}

int strbuilder_append_bytes(struct strbuilder *builder, const char *bytes, size_t length)
{
	if (length == 0) {
		return 0;
	}
	if (!bytes) {
		return -1;
	}
	pthread_mutex_lock(&builder->lock);
	int status = reserve(builder, length);
	if (status == 0) {
		memcpy(builder->text + builder->length, bytes, length);
		builder->length += length;
	}
	pthread_mutex_unlock(&builder->lock);
	return status;
}

int strbuilder_append(struct strbuilder *builder, const char *text)
{
	return text ? strbuilder_append_bytes(builder, text, strlen(text)) : -1;
}

int strbuilder_append_int(struct strbuilder *builder, int number)
{
	char digits[16];
	int length = snprintf(digits, sizeof digits, "%d", number);
	return strbuilder_append_bytes(builder, digits, (size_t)length);
}

void strbuilder_truncate(struct strbuilder *builder, size_t length)
{
	pthread_mutex_lock(&builder->lock);
	if (length < builder->length) {
		builder->length = length;
	}
	pthread_mutex_unlock(&builder->lock);
}

size_t strbuilder_copy(struct strbuilder *builder, char *buffer, size_t size)
{
	pthread_mutex_lock(&builder->lock);
	size_t length = builder->length;
	if (buffer && size > 0) {
		size_t copied = length < size ? length : size - 1;
		if (copied > 0) {
			memcpy(buffer, builder->text, copied);
		}
		buffer[copied] = '\0';
	}
	pthread_mutex_unlock(&builder->lock);
	return length;
}

size_t strbuilder_length(struct strbuilder *builder)
{
	pthread_mutex_lock(&builder->lock);
	size_t length = builder->length;
	pthread_mutex_unlock(&builder->lock);
	return length;
}
