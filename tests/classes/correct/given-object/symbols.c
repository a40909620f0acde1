// SPDX-License-Identifier: Apache-2.0
// Symbols are counted and freed under one lock.
#include "symbols.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
	struct symbol *next;
	atomic_int users;
	char text[];
};

struct symbols {
	pthread_mutex_t lock;
	size_t count;
	symbol *first;
};

symbols *symbols_new(void)
{
	symbols *table = calloc(1, sizeof(*table));
	if (table) {
		pthread_mutex_init(&table->lock, NULL);
	}
	return table;
}

void symbols_free(symbols *table)
{
	for (symbol *s = table->first, *next; s; s = next) {
		next = s->next;
		free(s);
	}
	pthread_mutex_destroy(&table->lock);
	free(table);
}

static symbol *find(symbols *table, const char *text)
{
	symbol *s = table->first;
	while (s && strcmp(s->text, text) != 0) {
		s = s->next;
	}
	return s;
}

symbol *symbols_acquire(symbols *table, const char *text)
{
	pthread_mutex_lock(&table->lock);
	symbol *s = find(table, text);
	if (s) {
		atomic_fetch_add(&s->users, 1);
	} else if ((s = malloc(sizeof(*s) + strlen(text) + 1))) {
		atomic_init(&s->users, 1);
		strcpy(s->text, text);
		s->next = table->first;
		table->first = s;
		table->count++;
	}
	pthread_mutex_unlock(&table->lock);
	return s;
}

void symbols_release(symbols *table, symbol *s)
{
	pthread_mutex_lock(&table->lock);
	if (atomic_fetch_sub(&s->users, 1) > 1) {
		pthread_mutex_unlock(&table->lock);
		return;
	}
	symbol **at = &table->first;
	while (*at && *at != s) {
		at = &(*at)->next;
	}
	if (*at) {
		*at = s->next;
		table->count--;
	}
	pthread_mutex_unlock(&table->lock);
	free(s);
}

size_t symbols_count(symbols *table)
{
	pthread_mutex_lock(&table->lock);
	size_t count = table->count;
	pthread_mutex_unlock(&table->lock);
	return count;
}
