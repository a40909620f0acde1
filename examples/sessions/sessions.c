// SPDX-License-Identifier: Apache-2.0
#include "sessions.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 8
#define NAME 16

struct session {
	char user[NAME];
	int minutes;
};

struct sessions {
	pthread_mutex_t lock;
	struct session *slots[SLOTS];
	size_t count;
};

sessions *sessions_new(void)
{
	sessions *table = calloc(1, sizeof(*table));
	if (table) {
		pthread_mutex_init(&table->lock, NULL);
	}
	return table;
}

static void drop(sessions *table, unsigned slot)
{
	free(table->slots[slot]);
	table->slots[slot] = NULL;
	table->count--;
}

void sessions_free(sessions *table)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		free(table->slots[i]);
	}
	pthread_mutex_destroy(&table->lock);
	free(table);
}

static unsigned slot_of(const char *user)
{
	unsigned hash = 0;
	while (*user) {
		hash = 31 * hash + (unsigned char)*user++;
	}
	return hash % SLOTS;
}

int sessions_open(sessions *table, const char *user, int minutes)
{
	struct session *new = strlen(user) < NAME ? calloc(1, sizeof(*new)) : NULL;
	if (!new) {
		return -1;
	}
	strcpy(new->user, user);
	new->minutes = minutes;
	pthread_mutex_lock(&table->lock);
	unsigned slot = slot_of(user);
	int status = table->slots[slot] ? -1 : 0;
	if (status == 0) {
		table->slots[slot] = new;
		table->count++;
	}
	pthread_mutex_unlock(&table->lock);
	if (status != 0) {
		free(new);
	}
	return status;
}

int sessions_close(sessions *table, const char *user)
{
	pthread_mutex_lock(&table->lock);
	unsigned slot = slot_of(user);
	int status = table->slots[slot] ? 0 : -1;
	if (status == 0) {
		drop(table, slot);
	}
	pthread_mutex_unlock(&table->lock);
	return status;
}

static void start_again(sessions *table, unsigned slot, int minutes)
{
	pthread_mutex_lock(&table->lock);
	table->slots[slot]->minutes = minutes;
	pthread_mutex_unlock(&table->lock);
}

int sessions_touch(sessions *table, const char *user, int minutes)
{
	pthread_mutex_lock(&table->lock);
	unsigned slot = slot_of(user);
	int status = table->slots[slot] ? 0 : -1;
	pthread_mutex_unlock(&table->lock);
	if (status == 0) {
		start_again(table, slot, minutes);
	}
	return status;
}

void sessions_tick(sessions *table)
{
	pthread_mutex_lock(&table->lock);
	for (unsigned i = 0; i < SLOTS; i++) {
		if (table->slots[i] && --table->slots[i]->minutes <= 0) {
			drop(table, i);
		}
	}
	pthread_mutex_unlock(&table->lock);
}

int sessions_left(sessions *table, const char *user)
{
	pthread_mutex_lock(&table->lock);
	const struct session *found = table->slots[slot_of(user)];
	int minutes = found ? found->minutes : -1;
	pthread_mutex_unlock(&table->lock);
	return minutes;
}

size_t sessions_count(sessions *table)
{
	pthread_mutex_lock(&table->lock);
	size_t count = table->count;
	pthread_mutex_unlock(&table->lock);
	return count;
}
