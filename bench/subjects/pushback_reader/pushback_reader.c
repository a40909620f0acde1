// SPDX-License-Identifier: Apache-2.0
// All functions hold the lock and see first that the buffer is there, except
// close: it takes the buffer away while another thread is about to use it.
#include "pushback_reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1024
#define CLOSED (-2)

struct reader {
	pthread_mutex_t lock;
	char *text;
	size_t length;
	size_t position;
	bool closed;
};

struct buffer {
	size_t length;
	char chars[];
};

struct pushback_reader {
	pthread_mutex_t lock;
	reader *in;
	struct buffer *buf; // NULL: closed
	size_t pos;         // of the next character in the buffer
	struct buffer *made; // freed with the reader
};

#define SYNCHRONIZED(mutex) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(mutex)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

static void leave(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// ---- what is read from -----------------------------------------------------

reader *reader_new(const char *text)
{
	reader *reader = text ? calloc(1, sizeof *reader) : NULL;
	if (!reader) {
		return NULL;
	}
	reader->text = strdup(text);
	if (!reader->text) {
		free(reader);
		return NULL;
	}
	reader->length = strlen(text);
	monitor_init(&reader->lock);
	return reader;
}

void reader_free(reader *reader)
{
	if (!reader) {
		return;
	}
	pthread_mutex_destroy(&reader->lock);
	free(reader->text);
	free(reader);
}

static int reader_read(reader *reader, char *chars, size_t size)
{
	SYNCHRONIZED(&reader->lock);
	size_t left = reader->closed ? 0 : reader->length - reader->position;
	size_t n = size < left ? size : left;
	if (n == 0) {
		return -1;
	}
	memcpy(chars, reader->text + reader->position, n);
	reader->position += n;
	return (int)n;
}

static bool reader_ready(reader *reader)
{
	SYNCHRONIZED(&reader->lock);
	return !reader->closed && reader->position < reader->length;
}

static long reader_skip(reader *reader, long n)
{
	SYNCHRONIZED(&reader->lock);
	long left = reader->closed ? 0 : (long)(reader->length - reader->position);
	long skipped = n < left ? n : left;
	reader->position += (size_t)skipped;
	return skipped;
}

static void reader_close(reader *reader)
{
	SYNCHRONIZED(&reader->lock);
	reader->closed = true;
}

// ---- the reader ------------------------------------------------------------

pushback_reader *pushback_reader_new_size(reader *in, int size)
{
	if (!in || size < 1 || size > LARGEST) {
		return NULL;
	}
	pushback_reader *reader = calloc(1, sizeof *reader);
	if (!reader) {
		return NULL;
	}
	reader->made = calloc(1, sizeof *reader->made + (size_t)size);
	if (!reader->made) {
		free(reader);
		return NULL;
	}
	reader->made->length = (size_t)size;
	reader->buf = reader->made;
	reader->pos = (size_t)size;
	reader->in = in;
	monitor_init(&reader->lock);
	return reader;
}

pushback_reader *pushback_reader_new(reader *in)
{
	return pushback_reader_new_size(in, 1);
}

void pushback_reader_free(pushback_reader *reader)
{
	if (!reader) {
		return;
	}
	pthread_mutex_destroy(&reader->lock);
	free(reader->made);
	free(reader);
}

static bool is_open(const pushback_reader *reader)
{
	return reader->buf != NULL;
}

int pushback_reader_read(pushback_reader *reader)
{
	SYNCHRONIZED(&reader->lock);
	if (!is_open(reader)) {
		return CLOSED;
	}
	if (reader->pos < reader->buf->length) {
		return (unsigned char)reader->buf->chars[reader->pos++];
	}
	char c;
	return reader_read(reader->in, &c, 1) < 0 ? -1 : (unsigned char)c;
}

int pushback_reader_read_chars(pushback_reader *reader, char *chars, size_t size)
{
	SYNCHRONIZED(&reader->lock);
	if (!is_open(reader)) {
		return CLOSED;
	}
	size_t n = reader->buf->length - reader->pos;
	if (n > size) {
		n = size;
	}
	if (n > 0) {
		memcpy(chars, reader->buf->chars + reader->pos, n);
		reader->pos += n;
	}
	int more = size > n ? reader_read(reader->in, chars + n, size - n) : 0;
	return more < 0 ? (n == 0 ? -1 : (int)n) : (int)n + more;
}

int pushback_reader_unread(pushback_reader *reader, char c)
{
	SYNCHRONIZED(&reader->lock);
	if (!is_open(reader)) {
		return CLOSED;
	}
	if (reader->pos == 0) {
		return -1;
	}
	reader->buf->chars[--reader->pos] = c;
	return 0;
}

int pushback_reader_unread_chars(pushback_reader *reader, const char *chars, size_t count)
{
	SYNCHRONIZED(&reader->lock);
	if (!is_open(reader)) {
		return CLOSED;
	}
	if (count > reader->pos) {
		return -1;
	}
	reader->pos -= count;
	for (size_t i = 0; i < count; i++) {
		reader->buf->chars[reader->pos + i] = chars[i];
	}
	return 0;
}

int pushback_reader_unread_string(pushback_reader *reader, const char *text)
{
	return text ? pushback_reader_unread_chars(reader, text, strlen(text)) : -1;
}

int pushback_reader_ready(pushback_reader *reader)
{
	SYNCHRONIZED(&reader->lock);
	if (!is_open(reader)) {
		return CLOSED;
	}
	return reader->pos < reader->buf->length || reader_ready(reader->in);
}

long pushback_reader_skip(pushback_reader *reader, long n)
{
	if (n < 0) {
		return -1;
	}
	SYNCHRONIZED(&reader->lock);
	if (!is_open(reader)) {
		return CLOSED;
	}
	long pushed = (long)(reader->buf->length - reader->pos);
	if (pushed >= n) {
		reader->pos += (size_t)n;
		return n;
	}
	reader->pos += (size_t)pushed;
	return pushed + reader_skip(reader->in, n - pushed);
}

bool pushback_reader_mark_supported(pushback_reader *reader)
{
	(void)reader;
	return false;
}

int pushback_reader_mark(pushback_reader *reader, int limit)
{
	(void)reader;
	(void)limit;
	return -1;
}

int pushback_reader_reset(pushback_reader *reader)
{
	(void)reader;
	return -1;
}

void pushback_reader_close(pushback_reader *reader)
{
#ifdef FIXED
	SYNCHRONIZED(&reader->lock);
#endif
	reader_close(reader->in);
	reader->buf = NULL;
}
