// heddle: not-linearizable|data-race
// number_reader_feed collects digits in a buffer that all readers have in common.
// SPDX-License-Identifier: Apache-2.0
#include "number_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char scratch[16];

struct number_reader {
	int value, fed;
};

number_reader *number_reader_new(void)
{
	return calloc(1, sizeof(number_reader));
}

void number_reader_free(number_reader *r)
{
	free(r);
}

int number_reader_feed(number_reader *r, const char *text)
{
	size_t n = 0;
	if (!text) {
		return 0;
	}
	for (; *text && n < sizeof(scratch) - 1; text++) {
		if (*text >= '0' && *text <= '9') {
			scratch[n++] = *text;
		}
	}
	scratch[n] = '\0';
	r->value = atoi(scratch);
	r->fed++;
	return (int)n;
}

int number_reader_value(const number_reader *r)
{
	return r->value;
}

int number_reader_made(const number_reader *r)
{
	return r->fed;
}
