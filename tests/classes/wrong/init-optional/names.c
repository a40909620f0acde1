// heddle: data-race|not-linearizable|null-dereference|lock-misuse
// Bug: two first names_add calls without names_init both make the table.
// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int count;
};

static struct table *table;

static void make(void)
{
	table = calloc(1, sizeof(*table));
	pthread_mutex_init(&table->lock, NULL);
}

void names_init(void)
{
	if (!table) {
		make();
	}
}

int names_add(const char *name)
{
	names_init();
	pthread_mutex_lock(&table->lock);
	int count = name ? ++table->count : table->count;
	pthread_mutex_unlock(&table->lock);
	return count;
}

int names_count(void)
{
	names_init();
	pthread_mutex_lock(&table->lock);
	int count = table->count;
	pthread_mutex_unlock(&table->lock);
	return count;
}
