// heddle: null-dereference
// buf_at checks the index, then buf_clear frees the bytes, then buf_at reads one of them.
// SPDX-License-Identifier: Apache-2.0
#ifndef BUF_H
#define BUF_H

#include <pthread.h>
#include <stddef.h>

/** A growing buffer of bytes in the caller's memory. */
struct buf {
	pthread_mutex_t lock;
	unsigned char *bytes;
	size_t length;
	size_t capacity;
};

/** Make an empty buffer of the caller's memory. */
void buf_init(struct buf *buf);

/** Release what the buffer holds. No other thread may use it any more. */
void buf_fini(struct buf *buf);

/** Append one byte; -1 when there is no memory. */
int buf_add(struct buf *buf, unsigned char byte);

/** The byte at an index, or -1 when the buffer is shorter. */
int buf_at(struct buf *buf, size_t index);

/** Forget all bytes and return their memory. */
void buf_clear(struct buf *buf);

/** How many bytes there are. */
size_t buf_length(struct buf *buf);

#endif
