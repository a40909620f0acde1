// SPDX-License-Identifier: Apache-2.0
// All functions hold the monitor, except close: it takes away source and buffer
// while another thread fills the buffer.
#include "buffered_input_stream.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE 64
#define CLOSED (-2)

struct source {
	pthread_mutex_t monitor;
	char *text;
	size_t length;
	size_t position;
	bool closed;
};

struct buffered_input_stream {
	pthread_mutex_t monitor;
	source *in;
	unsigned char *buf;
	size_t capacity;
	size_t count; // bytes in the buffer
	size_t pos;   // of the next one
	long markpos; // -1: no mark
	long marklimit;
};

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// ---- the source ------------------------------------------------------------

source *source_new(const char *text)
{
	if (!text) {
		return NULL;
	}
	source *source = calloc(1, sizeof *source);
	if (!source) {
		return NULL;
	}
	source->text = strdup(text);
	if (!source->text) {
		free(source);
		return NULL;
	}
	source->length = strlen(text);
	monitor_init(&source->monitor);
	return source;
}

void source_free(source *source)
{
	if (!source) {
		return;
	}
	pthread_mutex_destroy(&source->monitor);
	free(source->text);
	free(source);
}

static long source_read(source *source, unsigned char *bytes, size_t size)
{
	pthread_mutex_lock(&source->monitor);
	long n = -1;
	if (!source->closed && source->position < source->length) {
		size_t left = source->length - source->position;
		n = (long)(size < left ? size : left);
		memcpy(bytes, source->text + source->position, (size_t)n);
		source->position += (size_t)n;
	}
	pthread_mutex_unlock(&source->monitor);
	return n;
}

static long source_skip(source *source, long n)
{
	pthread_mutex_lock(&source->monitor);
	long left = (long)(source->length - source->position);
	if (n > left) {
		n = left;
	}
	source->position += (size_t)n;
	pthread_mutex_unlock(&source->monitor);
	return n;
}

static int source_available(source *source)
{
	pthread_mutex_lock(&source->monitor);
	int left = (int)(source->length - source->position);
	pthread_mutex_unlock(&source->monitor);
	return left;
}

static void source_close(source *source)
{
	pthread_mutex_lock(&source->monitor);
	source->closed = true;
	pthread_mutex_unlock(&source->monitor);
}

// ---- the stream ------------------------------------------------------------

buffered_input_stream *buffered_input_stream_new(source *in)
{
	buffered_input_stream *stream = in ? calloc(1, sizeof *stream) : NULL;
	if (!stream) {
		return NULL;
	}
	stream->buf = malloc(BUFFER_SIZE);
	if (!stream->buf) {
		free(stream);
		return NULL;
	}
	stream->capacity = BUFFER_SIZE;
	stream->in = in;
	stream->markpos = -1;
	monitor_init(&stream->monitor);
	return stream;
}

void buffered_input_stream_free(buffered_input_stream *stream)
{
	if (!stream) {
		return;
	}
	pthread_mutex_destroy(&stream->monitor);
	free(stream->buf);
	free(stream);
}

static bool is_open(const buffered_input_stream *stream)
{
	return stream->in != NULL;
}

// Make room behind pos: what comes before the mark is given up first.
static void make_room(buffered_input_stream *stream)
{
	if (stream->markpos < 0) {
		stream->pos = 0;
	} else if (stream->pos >= stream->capacity) {
		if (stream->markpos > 0) {
			size_t kept = stream->pos - (size_t)stream->markpos;
			memmove(stream->buf, stream->buf + stream->markpos, kept);
			stream->pos = kept;
			stream->markpos = 0;
		} else if ((long)stream->capacity >= stream->marklimit) {
			stream->markpos = -1;
			stream->pos = 0;
		} else {
			size_t larger = stream->pos * 2;
			if ((long)larger > stream->marklimit) {
				larger = (size_t)stream->marklimit;
			}
			unsigned char *bytes = malloc(larger);
			if (!bytes) {
				return;
			}
			memcpy(bytes, stream->buf, stream->pos);
			free(stream->buf);
			stream->buf = bytes;
			stream->capacity = larger;
		}
	}
}

static void fill(buffered_input_stream *stream)
{
	make_room(stream);
	stream->count = stream->pos;
	long n = source_read(stream->in, stream->buf + stream->pos, stream->capacity - stream->pos);
	if (n > 0) {
		stream->count = (size_t)n + stream->pos;
	}
}

int buffered_input_stream_read(buffered_input_stream *stream)
{
	int byte = CLOSED;
	pthread_mutex_lock(&stream->monitor);
	if (is_open(stream)) {
		if (stream->pos >= stream->count) {
			fill(stream);
		}
		byte = stream->pos < stream->count ? stream->buf[stream->pos++] : -1;
	}
	pthread_mutex_unlock(&stream->monitor);
	return byte;
}

int buffered_input_stream_read_bytes(buffered_input_stream *stream, unsigned char *bytes, size_t size)
{
	int n = CLOSED;
	pthread_mutex_lock(&stream->monitor);
	if (is_open(stream)) {
		if (stream->pos >= stream->count) {
			fill(stream);
		}
		size_t left = stream->count - stream->pos;
		size_t taken = size < left ? size : left;
		n = left == 0 && size > 0 ? -1 : (int)taken;
		if (taken > 0) {
			memcpy(bytes, stream->buf + stream->pos, taken);
			stream->pos += taken;
		}
	}
	pthread_mutex_unlock(&stream->monitor);
	return n;
}

long buffered_input_stream_skip(buffered_input_stream *stream, long n)
{
	long skipped = CLOSED;
	pthread_mutex_lock(&stream->monitor);
	if (is_open(stream)) {
		long left = (long)(stream->count - stream->pos);
		if (n <= 0) {
			skipped = 0;
		} else if (left <= 0 && stream->markpos < 0) {
			skipped = source_skip(stream->in, n);
		} else {
			if (left <= 0) {
				fill(stream);
				left = (long)(stream->count - stream->pos);
			}
			skipped = n < left ? n : left;
			stream->pos += (size_t)skipped;
		}
	}
	pthread_mutex_unlock(&stream->monitor);
	return skipped;
}

int buffered_input_stream_available(buffered_input_stream *stream)
{
	int available = CLOSED;
	pthread_mutex_lock(&stream->monitor);
	if (is_open(stream)) {
		available = (int)(stream->count - stream->pos) + source_available(stream->in);
	}
	pthread_mutex_unlock(&stream->monitor);
	return available;
}

void buffered_input_stream_mark(buffered_input_stream *stream, int limit)
{
	pthread_mutex_lock(&stream->monitor);
	stream->marklimit = limit;
	stream->markpos = (long)stream->pos;
	pthread_mutex_unlock(&stream->monitor);
}

int buffered_input_stream_reset(buffered_input_stream *stream)
{
	int status = CLOSED;
	pthread_mutex_lock(&stream->monitor);
	if (is_open(stream)) {
		status = stream->markpos < 0 ? -1 : 0;
		if (status == 0) {
			stream->pos = (size_t)stream->markpos;
		}
	}
	pthread_mutex_unlock(&stream->monitor);
	return status;
}

bool buffered_input_stream_mark_supported(buffered_input_stream *stream)
{
	(void)stream;
	return true;
}

void buffered_input_stream_close(buffered_input_stream *stream)
{
#ifdef FIXED
	pthread_mutex_lock(&stream->monitor);
#endif
	if (stream->in) {
		source_close(stream->in);
		stream->in = NULL;
		unsigned char *buf = stream->buf;
		stream->buf = NULL;
		free(buf);
	}
#ifdef FIXED
	pthread_mutex_unlock(&stream->monitor);
#endif
}
