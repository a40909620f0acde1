// heddle: data-race|not-linearizable
// Bug: journal_write to the default journal (NULL) does not lock.
// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <pthread.h>
#include <stdlib.h>

struct journal {
	pthread_mutex_t lock;
	int entries, last;
};

static struct journal standard = {.lock = PTHREAD_MUTEX_INITIALIZER};

journal_t *journal_open(void)
{
	journal_t *j = calloc(1, sizeof(*j));

	pthread_mutex_init(&j->lock, NULL);
	return j;
}

void journal_close(journal_t *j)
{
	if (j) {
		pthread_mutex_destroy(&j->lock);
		free(j);
	}
}

int journal_write(journal_t *j, int entry)
{
	if (!j) {
		standard.last = entry;
		return ++standard.entries;
	}
	pthread_mutex_lock(&j->lock);
	j->last = entry;
	int entries = ++j->entries;
	pthread_mutex_unlock(&j->lock);
	return entries;
}

int journal_entries(journal_t *j)
{
	j = j ? j : &standard;
	pthread_mutex_lock(&j->lock);
	int entries = j->entries;
	pthread_mutex_unlock(&j->lock);
	return entries;
}
