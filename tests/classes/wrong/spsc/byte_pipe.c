// heddle: null-dereference|use-after-free|double-free
// byte_pipe_write publishes the place before it is filled.
// SPDX-License-Identifier: Apache-2.0
#include "byte_pipe.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 4 };

struct byte_pipe {
	unsigned head, tail;
	unsigned char *bytes[SIZE];
};

byte_pipe *byte_pipe_new(void)
{
	return calloc(1, sizeof(byte_pipe));
}

void byte_pipe_free(byte_pipe *p)
{
	while (byte_pipe_read(p) >= 0) {
	}
	free(p);
}

int byte_pipe_write(byte_pipe *p, unsigned char byte)
{
	unsigned tail = p->tail, head = p->head;
	unsigned char *box = malloc(1);
	if (!box || tail - head == SIZE) {
		free(box);
		return 0;
	}
	*box = byte;
	p->tail = tail + 1;
	p->bytes[tail % SIZE] = box;
	return 1;
}

int byte_pipe_read(byte_pipe *p)
{
	unsigned tail = p->tail, head = p->head;
	if (head == tail) {
		return -1;
	}
	unsigned char *box = p->bytes[head % SIZE];
	int byte = *box;
	free(box);
	p->head = head + 1;
	return byte;
}
