// heddle: null-dereference|use-after-free|double-free
// byte_pipe_write publishes the place before it is filled.
// SPDX-License-Identifier: Apache-2.0
#ifndef BYTE_PIPE_H
#define BYTE_PIPE_H

#include <stddef.h>

/** Bytes from one producer to one consumer, without locks. */
typedef struct byte_pipe byte_pipe;

byte_pipe *byte_pipe_new(void);
void byte_pipe_free(byte_pipe *p);
int byte_pipe_write(byte_pipe *p, unsigned char byte);
/** -1 when there is none. */
int byte_pipe_read(byte_pipe *p);

#endif
