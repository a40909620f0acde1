// SPDX-License-Identifier: Apache-2.0
// A buffered reader of bytes with mark and reset.
#ifndef BUFFERED_INPUT_STREAM_H
#define BUFFERED_INPUT_STREAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct source source;
typedef struct buffered_input_stream buffered_input_stream;

/** Bytes to read from: those of the text; NULL when there is no memory. */
source *source_new(const char *text);

/** Free the source. No stream may use it any more. */
void source_free(source *source);

/** Read through a buffer from the source, which is not owned; NULL when there is no memory. */
buffered_input_stream *buffered_input_stream_new(source *in);

/** Free the stream. No other thread may use it any more. */
void buffered_input_stream_free(buffered_input_stream *stream);

/** The next byte; -1 at the end, -2 when the stream is closed. */
int buffered_input_stream_read(buffered_input_stream *stream);

/** Up to size bytes; how many, -1 at the end, -2 when the stream is closed. */
int buffered_input_stream_read_bytes(buffered_input_stream *stream, unsigned char *bytes, size_t size);

/** Skip up to n bytes; how many, -2 when the stream is closed. */
long buffered_input_stream_skip(buffered_input_stream *stream, long n);

/** How many bytes can be read without waiting; -2 when the stream is closed. */
int buffered_input_stream_available(buffered_input_stream *stream);

/** Remember this place until more than limit bytes have been read. */
void buffered_input_stream_mark(buffered_input_stream *stream, int limit);

/** Go back to the mark; -1 when there is none any more, -2 when the stream is closed. */
int buffered_input_stream_reset(buffered_input_stream *stream);

/** Whether mark and reset work. */
bool buffered_input_stream_mark_supported(buffered_input_stream *stream);

/** Close the stream and its source; later calls fail. */
void buffered_input_stream_close(buffered_input_stream *stream);

#endif
