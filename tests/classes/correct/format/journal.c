// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct journal {
	pthread_mutex_t lock;
	int count;
	char last[128];
};

journal *journal_new(void)
{
	journal *j = calloc(1, sizeof(*j));

	if (j) {
		pthread_mutex_init(&j->lock, NULL);
	}
	return j;
}

void journal_free(journal *j)
{
	pthread_mutex_destroy(&j->lock);
	free(j);
}

int journal_print(journal *j, const char *format, ...)
{
	char line[sizeof(j->last)]; // without a format nothing is written here
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	pthread_mutex_lock(&j->lock);
	memcpy(j->last, line, sizeof(line));
	j->last[sizeof(line) - 1] = '\0';
	int before = j->count++;
	pthread_mutex_unlock(&j->lock);
	return before;
}

size_t journal_last(journal *j, char *line, size_t size)
{
	pthread_mutex_lock(&j->lock);
	size_t length = strlen(j->last);
	if (size > 0) {
		snprintf(line, size, "%s", j->last);
	}
	pthread_mutex_unlock(&j->lock);
	return length;
}
