// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <pthread.h>
#include <stdlib.h>

#define ROOM 8

struct record {
	char tag;
	uint64_t key;
	uint32_t value;
} __attribute__((packed));

struct journal {
	pthread_mutex_t mutex;
	unsigned n;
	struct record *records;
};

// As code does that was not written for packed structs.
static void set_key(uint64_t *key, uint64_t value)
{
	*key = value;
}

static uint64_t get_key(const uint64_t *key)
{
	return *key;
}

static uint32_t get_value(const uint32_t *value)
{
	return *value;
}

journal *journal_new(void)
{
	journal *j = calloc(1, sizeof(*j));
	if (!j) {
		return NULL;
	}
	j->records = malloc(ROOM * sizeof(*j->records));
	if (!j->records) {
		free(j);
		return NULL;
	}
	pthread_mutex_init(&j->mutex, NULL);
	return j;
}

void journal_free(journal *j)
{
	pthread_mutex_destroy(&j->mutex);
	free(j->records);
	free(j);
}

int journal_add(journal *j, uint64_t key, uint32_t value)
{
	int added = 0;

	pthread_mutex_lock(&j->mutex);
	if (j->n < ROOM) {
		struct record *r = &j->records[j->n++];
		r->tag = 1;
		set_key((uint64_t *)(uintptr_t)&r->key, key);
		r->value = value;
		added = 1;
	}
	pthread_mutex_unlock(&j->mutex);
	return added;
}

uint64_t journal_sum(journal *j)
{
	uint64_t sum = 0;

	pthread_mutex_lock(&j->mutex);
	for (unsigned i = 0; i < j->n; i++) {
		sum += get_value((const uint32_t *)(uintptr_t)&j->records[i].value);
	}
	pthread_mutex_unlock(&j->mutex);
	return sum;
}

unsigned journal_count(journal *j, uint64_t key)
{
	unsigned count = 0;

	pthread_mutex_lock(&j->mutex);
	for (unsigned i = 0; i < j->n; i++) {
		count += get_key((const uint64_t *)(uintptr_t)&j->records[i].key) == key;
	}
	pthread_mutex_unlock(&j->mutex);
	return count;
}
