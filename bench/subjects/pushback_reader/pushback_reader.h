// SPDX-License-Identifier: Apache-2.0
// A reader of characters into which characters can be pushed back.
#ifndef PUSHBACK_READER_H
#define PUSHBACK_READER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct reader reader;
typedef struct pushback_reader pushback_reader;

/** Characters to read: those of the text; NULL when there is none or no memory. */
reader *reader_new(const char *text);

/** Free the reader. Nothing may use it any more. */
void reader_free(reader *reader);

/** Read from another reader, which is not owned; one character can be pushed back. */
pushback_reader *pushback_reader_new(reader *in);

/** The same, with room for some characters to be pushed back; NULL when it is not 1 to 1024. */
pushback_reader *pushback_reader_new_size(reader *in, int size);

/** Free the reader. No other thread may use it any more. */
void pushback_reader_free(pushback_reader *reader);

/** The next character; -1 at the end, -2 when the reader is closed. */
int pushback_reader_read(pushback_reader *reader);

/** Up to size characters; how many, -1 at the end, -2 when the reader is closed. */
int pushback_reader_read_chars(pushback_reader *reader, char *chars, size_t size);

/** Push a character back: 0; -1 when there is no room, -2 when the reader is closed. */
int pushback_reader_unread(pushback_reader *reader, char c);

/** Push characters back, so that the first one is read first: 0, -1 or -2. */
int pushback_reader_unread_chars(pushback_reader *reader, const char *chars, size_t count);

/** Push a text back, so that its first character is read first: 0, -1 or -2. */
int pushback_reader_unread_string(pushback_reader *reader, const char *text);

/** Whether a character can be read without waiting: 1 or 0; -2 when the reader is closed. */
int pushback_reader_ready(pushback_reader *reader);

/** Skip up to n characters; how many, -1 when n is negative, -2 when the reader is closed. */
long pushback_reader_skip(pushback_reader *reader, long n);

/** Whether mark and reset work: never. */
bool pushback_reader_mark_supported(pushback_reader *reader);

/** Not supported: -1. */
int pushback_reader_mark(pushback_reader *reader, int limit);

/** Not supported: -1. */
int pushback_reader_reset(pushback_reader *reader);

/** Close the reader and the one it reads from; later calls fail. */
void pushback_reader_close(pushback_reader *reader);

#endif
