// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "byte_pipe.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 4 };

struct byte_pipe {
	atomic_uint head, tail;
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
	unsigned tail = atomic_load_explicit(&p->tail, memory_order_relaxed);
	unsigned head = atomic_load_explicit(&p->head, memory_order_acquire);
	unsigned char *box = malloc(1);
	if (!box || tail - head == SIZE) {
		free(box);
		return 0;
	}
	*box = byte;
	p->bytes[tail % SIZE] = box;
	atomic_store_explicit(&p->tail, tail + 1, memory_order_release);
	return 1;
}

int byte_pipe_read(byte_pipe *p)
{
	unsigned head = atomic_load_explicit(&p->head, memory_order_relaxed);
	unsigned tail = atomic_load_explicit(&p->tail, memory_order_acquire);
	if (head == tail) {
		return -1;
	}
	unsigned char *box = p->bytes[head % SIZE];
	int byte = *box;
	free(box);
	atomic_store_explicit(&p->head, head + 1, memory_order_release);
	return byte;
}
