// heddle: none
// Journals lock in one of four modes only.
// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <pthread.h>
#include <stdlib.h>

struct journal {
	pthread_mutex_t lock;
	enum journal_mode mode;
	int count, last;
};

static void enter(journal_t *j)
{
	if (j->mode == JOURNAL_SHARED) {
		pthread_mutex_lock(&j->lock);
	}
}

static void leave(journal_t *j)
{
	if (j->mode == JOURNAL_SHARED) {
		pthread_mutex_unlock(&j->lock);
	}
}

journal_t *journal_new(enum journal_mode mode)
{
	journal_t *j = calloc(1, sizeof(*j));

	pthread_mutex_init(&j->lock, NULL);
	j->mode = mode;
	return j;
}

void journal_free(journal_t *j)
{
	pthread_mutex_destroy(&j->lock);
	free(j);
}

int journal_write(journal_t *j, int entry)
{
	enter(j);
	int count = ++j->count;
	j->last = entry;
	leave(j);
	return count;
}

int journal_count(journal_t *j)
{
	enter(j);
	int count = j->count;
	leave(j);
	return count;
}
