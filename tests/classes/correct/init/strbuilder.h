// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef STRBUILDER_H
#define STRBUILDER_H

#include <pthread.h>
#include <stddef.h>

/** A string that several threads append to, in the caller's memory. */
struct strbuilder {
	pthread_mutex_t lock;
	char *text;
	size_t length;
	size_t capacity;
};

/** Make an empty string builder of the caller's memory. */
void strbuilder_init(struct strbuilder *builder);

/** Release what the builder holds. No other thread may use it any more. */
void strbuilder_fini(struct strbuilder *builder);

/** Append a string; -1 when it is NULL or there is no memory. */
int strbuilder_append(struct strbuilder *builder, const char *text);

/** Append a number in decimal; -1 when there is no memory. */
int strbuilder_append_int(struct strbuilder *builder, int number);

/** Append some bytes; -1 when there is no memory. */
int strbuilder_append_bytes(struct strbuilder *builder, const char *bytes, size_t length);

/** Keep the first `length` characters; nothing happens when there are fewer. */
void strbuilder_truncate(struct strbuilder *builder, size_t length);

/** Copy the string with its end into a buffer of `size` bytes, cut where that is too small; the
 * length of the whole string. */
size_t strbuilder_copy(struct strbuilder *builder, char *buffer, size_t size);

/** The length of the string. */
size_t strbuilder_length(struct strbuilder *builder);

#endif
