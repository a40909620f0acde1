// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "dict.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char *name;
	char *value;
};

struct dict {
	pthread_rwlock_t lock;
	struct entry *entries;
	size_t count;
};

int dict_create(dict **out)
{
	dict *dict = out ? calloc(1, sizeof *dict) : NULL;
	if (!dict) {
		return -1;
	}
	pthread_rwlock_init(&dict->lock, NULL);
	*out = dict;
	return 0;
}

static void free_entry(struct entry *entry)
{
	if (!entry) {
		return;
	}
	free(entry->name);
	free(entry->value);
	free(entry);
}

void dict_destroy(dict *dict)
{
	if (!dict) {
		return;
	}
	while (dict->entries) {
		struct entry *entry = dict->entries;
		dict->entries = entry->next;
		free_entry(entry);
	}
	pthread_rwlock_destroy(&dict->lock);
	free(dict);
}

// With the lock held, for reading or writing.
static struct entry **find(dict *dict, const char *name)
{
	struct entry **link = &dict->entries;
	while (*link && strcmp((*link)->name, name) != 0) {
		link = &(*link)->next;
	}
	return link;
}

int dict_set(dict *dict, const char *name, const char *value)
{
	if (!name || !value) {
		return -1;
	}
	struct entry *fresh = calloc(1, sizeof *fresh);
	if (fresh) {
		fresh->name = strdup(name);
		fresh->value = strdup(value);
	}
	if (!fresh || !fresh->name || !fresh->value) {
		free_entry(fresh);
		return -1;
	}
	pthread_rwlock_wrlock(&dict->lock);
	struct entry **link = find(dict, name);
	struct entry *old = *link;
	fresh->next = old ? old->next : NULL;
	*link = fresh;
	if (!old) {
		dict->count++;
	}
	pthread_rwlock_unlock(&dict->lock);
	free_entry(old);
	return 0;
}

char *dict_get(dict *dict, const char *name)
{
	if (!name) {
		return NULL;
	}
	pthread_rwlock_rdlock(&dict->lock);
	struct entry *entry = *find(dict, name);
	char *value = entry ? strdup(entry->value) : NULL;
	pthread_rwlock_unlock(&dict->lock);
	return value;
}

int dict_length(dict *dict, const char *name)
{
	if (!name) {
		return -1;
	}
	pthread_rwlock_rdlock(&dict->lock);
	struct entry *entry = *find(dict, name);
	int length = entry ? (int)strlen(entry->value) : -1;
	pthread_rwlock_unlock(&dict->lock);
	return length;
}

int dict_remove(dict *dict, const char *name)
{
	if (!name) {
		return -1;
	}
	pthread_rwlock_wrlock(&dict->lock);
	struct entry **link = find(dict, name);
	struct entry *entry = *link;
	if (entry) {
		*link = entry->next;
		dict->count--;
	}
	pthread_rwlock_unlock(&dict->lock);
	if (!entry) {
		return -1;
	}
	free_entry(entry);
	return 0;
}

size_t dict_count(dict *dict)
{
	pthread_rwlock_rdlock(&dict->lock);
	size_t count = dict->count;
	pthread_rwlock_unlock(&dict->lock);
	return count;
}
