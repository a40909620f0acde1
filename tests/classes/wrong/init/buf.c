// heddle: null-dereference
// buf_at checks the index, then buf_clear frees the bytes, then buf_at reads one of them.
// SPDX-License-Identifier: Apache-2.0
#include "buf.h"

#include <stdlib.h>

void buf_init(struct buf *buf)
{
	*buf = (struct buf){.bytes = NULL};
	pthread_mutex_init(&buf->lock, NULL);
}

void buf_fini(struct buf *buf)
{
	pthread_mutex_destroy(&buf->lock);
	free(buf->bytes);
	buf->bytes = NULL;
}

int buf_add(struct buf *buf, unsigned char byte)
{
	int status = 0;
	pthread_mutex_lock(&buf->lock);
	if (buf->length == buf->capacity) {
		size_t capacity = buf->capacity ? buf->capacity * 2 : 8;
		unsigned char *bytes = realloc(buf->bytes, capacity);
		if (bytes) {
			buf->bytes = bytes;
			buf->capacity = capacity;
		} else {
			status = -1;
		}
	}
	if (status == 0) {
		buf->bytes[buf->length++] = byte;
	}
	pthread_mutex_unlock(&buf->lock);
	return status;
}

int buf_at(struct buf *buf, size_t index)
{
	if (index >= buf_length(buf)) {
		return -1;
	}
	pthread_mutex_lock(&buf->lock);
	int byte = buf->bytes[index];
	pthread_mutex_unlock(&buf->lock);
	return byte;
}

void buf_clear(struct buf *buf)
{
	pthread_mutex_lock(&buf->lock);
	free(buf->bytes);
	buf->bytes = NULL;
	buf->length = 0;
	buf->capacity = 0;
	pthread_mutex_unlock(&buf->lock);
}

size_t buf_length(struct buf *buf)
{
	pthread_mutex_lock(&buf->lock);
	size_t length = buf->length;
	pthread_mutex_unlock(&buf->lock);
	return length;
}
