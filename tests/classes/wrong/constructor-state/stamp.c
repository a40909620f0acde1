// heddle: data-race|assertion|out-of-bounds|not-linearizable
// stamp_parse keeps what it has read so far in a variable of the file: two threads read into one.
// SPDX-License-Identifier: Apache-2.0
#include "stamp.h"

#include <assert.h>
#include <stdlib.h>

struct stamp {
	int year, month;
};

static int fields[2];
static int nfields;

static int read_fields(const char *text)
{
	nfields = 0;
	while (*text >= '0' && *text <= '9' && nfields < 2) {
		int number = 0;
		while (*text >= '0' && *text <= '9') {
			number = number * 10 + *text++ - '0';
		}
		assert(nfields < 2);
		fields[nfields++] = number;
		text += *text == '-';
	}
	return nfields == 2;
}

stamp *stamp_parse(const char *text)
{
	stamp *stamp = calloc(1, sizeof *stamp);
	if (!stamp) {
		return NULL;
	}
	int complete = read_fields(text);
	stamp->year = fields[0];
	stamp->month = fields[1];
	if (!complete) {
		free(stamp);
		return NULL;
	}
	return stamp;
}

void stamp_free(stamp *stamp)
{
	free(stamp);
}

int stamp_year(const stamp *stamp)
{
	return stamp->year;
}

int stamp_month(const stamp *stamp)
{
	return stamp->month;
}
