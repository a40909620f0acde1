// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "roster.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Never changes while it can be seen.
struct version {
	atomic_int references;
	size_t count;
	int numbers[];
};

struct roster {
	atomic_int references;
	pthread_mutex_t writers; // one change at a time
	pthread_mutex_t lock;    // `current`, and taking a reference on what it points to
	struct version *current;
};

static struct version *make_version(size_t count)
{
	struct version *version = malloc(sizeof *version + count * sizeof version->numbers[0]);
	if (version) {
		atomic_init(&version->references, 1);
		version->count = count;
	}
	return version;
}

static void release(struct version *version)
{
	if (atomic_fetch_sub_explicit(&version->references, 1, memory_order_acq_rel) == 1) {
		free(version);
	}
}

static struct version *acquire(roster *roster)
{
	pthread_mutex_lock(&roster->lock);
	struct version *version = roster->current;
	atomic_fetch_add_explicit(&version->references, 1, memory_order_relaxed);
	pthread_mutex_unlock(&roster->lock);
	return version;
}

static void publish(roster *roster, struct version *version)
{
	pthread_mutex_lock(&roster->lock);
	struct version *old = roster->current;
	roster->current = version;
	pthread_mutex_unlock(&roster->lock);
	release(old);
}

roster *roster_new(void)
{
	roster *roster = malloc(sizeof *roster);
	struct version *version = make_version(0);
	if (!roster || !version) {
		free(version);
		free(roster);
		return NULL;
	}
	atomic_init(&roster->references, 1);
	pthread_mutex_init(&roster->writers, NULL);
	pthread_mutex_init(&roster->lock, NULL);
	roster->current = version;
	return roster;
}

roster *roster_ref(roster *roster)
{
	atomic_fetch_add_explicit(&roster->references, 1, memory_order_relaxed);
	return roster;
}

void roster_unref(roster *roster)
{
	if (atomic_fetch_sub_explicit(&roster->references, 1, memory_order_acq_rel) > 1) {
		return;
	}
	release(roster->current);
	pthread_mutex_destroy(&roster->lock);
	pthread_mutex_destroy(&roster->writers);
	free(roster);
}

bool roster_add(roster *roster, int number)
{
	pthread_mutex_lock(&roster->writers);
	// Only writers replace the current version, and there is no other one now.
	struct version *old = acquire(roster);
	struct version *version = make_version(old->count + 1);
	if (version) {
		memcpy(version->numbers, old->numbers, old->count * sizeof old->numbers[0]);
		version->numbers[old->count] = number;
		publish(roster, version);
	}
	release(old);
	pthread_mutex_unlock(&roster->writers);
	return version != NULL;
}

bool roster_remove(roster *roster, int number)
{
	pthread_mutex_lock(&roster->writers);
	struct version *version = NULL;
	struct version *old = acquire(roster);
	size_t i = 0;
	while (i < old->count && old->numbers[i] != number) {
		i++;
	}
	if (i < old->count) {
		version = make_version(old->count - 1);
	}
	if (version) {
		memcpy(version->numbers, old->numbers, i * sizeof old->numbers[0]);
		memcpy(version->numbers + i, old->numbers + i + 1,
			(old->count - i - 1) * sizeof old->numbers[0]);
		publish(roster, version);
	}
	release(old);
	pthread_mutex_unlock(&roster->writers);
	return version != NULL;
}

int roster_occurrences(roster *roster, int number)
{
	struct version *version = acquire(roster);
	int occurrences = 0;
	for (size_t i = 0; i < version->count; i++) {
		occurrences += version->numbers[i] == number;
	}
	release(version);
	return occurrences;
}

long roster_sum(roster *roster)
{
	struct version *version = acquire(roster);
	long sum = 0;
	for (size_t i = 0; i < version->count; i++) {
		sum += version->numbers[i];
	}
	release(version);
	return sum;
}
