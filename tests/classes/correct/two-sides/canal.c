// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "canal.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 4 };

struct canal {
	atomic_size_t written, done;
	char bytes[SIZE];
};

canal *canal_new(void)
{
	return calloc(1, sizeof(canal));
}

void canal_free(canal *c)
{
	free(c);
}

size_t canal_get_write_space(const canal *c)
{
	return SIZE - (atomic_load(&c->written) - atomic_load(&c->done));
}

size_t canal_get_read_space(const canal *c)
{
	return atomic_load(&c->written) - atomic_load(&c->done);
}

void canal_write_advance(canal *c, size_t n)
{
	atomic_store(&c->written, atomic_load(&c->written) + n);
}

void canal_read_advance(canal *c, size_t n)
{
	atomic_store(&c->done, atomic_load(&c->done) + n);
}

size_t canal_write(canal *c, const char *bytes, size_t n)
{
	size_t space = canal_get_write_space(c), from = atomic_load(&c->written);

	n = n < space ? n : space;
	for (size_t i = 0; i < n; i++) {
		c->bytes[(from + i) % SIZE] = bytes[i];
	}
	canal_write_advance(c, n);
	return n;
}

size_t canal_read(canal *c, char *bytes, size_t n)
{
	size_t space = canal_get_read_space(c), from = atomic_load(&c->done);

	n = n < space ? n : space;
	for (size_t i = 0; i < n; i++) {
		bytes[i] = c->bytes[(from + i) % SIZE];
	}
	canal_read_advance(c, n);
	return n;
}
