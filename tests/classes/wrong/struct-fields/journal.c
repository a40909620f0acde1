// heddle: null-dereference|signal
// journal_add looks whether the journal is open and then writes into a page that journal_close has taken away
// meanwhile. It only comes so far with an entry whose fields are all filled in.
// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct author {
	int entries;
};

struct page {
	size_t letters;
	int weight;
};

struct journal {
	pthread_mutex_t lock;
	struct page *page;
};

author *author_new(void)
{
	return calloc(1, sizeof(author));
}

void author_free(author *author)
{
	free(author);
}

journal *journal_new(void)
{
	journal *journal = calloc(1, sizeof *journal);
	if (!journal) {
		return NULL;
	}
	journal->page = calloc(1, sizeof *journal->page);
	if (!journal->page) {
		free(journal);
		return NULL;
	}
	pthread_mutex_init(&journal->lock, NULL);
	return journal;
}

void journal_free(journal *journal)
{
	pthread_mutex_destroy(&journal->lock);
	free(journal->page);
	free(journal);
}

static int is_complete(const struct entry *entry)
{
	return entry && entry->text && entry->place.file && entry->place.line > 0 && entry->numbers && entry->weigh &&
	       entry->author;
}

static int is_open(journal *journal)
{
	pthread_mutex_lock(&journal->lock);
	int open = journal->page != NULL;
	pthread_mutex_unlock(&journal->lock);
	return open;
}

int journal_add(journal *journal, const struct entry *entry)
{
	int weight = 0;

	if (!is_complete(entry) || !is_open(journal)) {
		return -1;
	}
	for (size_t i = 0; i < entry->count; i++) {
		weight += entry->weigh(entry->numbers[i]);
	}
	pthread_mutex_lock(&journal->lock);
	journal->page->letters += strlen(entry->text) + strlen(entry->place.file);
	journal->page->weight += weight;
	entry->author->entries++;
	pthread_mutex_unlock(&journal->lock);
	return 0;
}

void journal_close(journal *journal)
{
	pthread_mutex_lock(&journal->lock);
	free(journal->page);
	journal->page = NULL;
	pthread_mutex_unlock(&journal->lock);
}
