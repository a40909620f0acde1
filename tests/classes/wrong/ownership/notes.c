// heddle: double-free|use-after-free|data-race|not-linearizable
// Two notes_drop calls free one note, or notes_drop frees the note that notes_total reads.
// SPDX-License-Identifier: Apache-2.0
#include "notes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST 32

struct notes {
	pthread_mutex_t lock;
	int count;
	char *items[MOST];
};

notes *notes_new(void)
{
	notes *notes = calloc(1, sizeof *notes);
	if (notes) {
		pthread_mutex_init(&notes->lock, NULL);
	}
	return notes;
}

void notes_free(notes *notes)
{
	if (!notes) {
		return;
	}
	for (int i = 0; i < notes->count; i++) {
		free(notes->items[i]);
	}
	pthread_mutex_destroy(&notes->lock);
	free(notes);
}

int notes_add(notes *notes, char *owned)
{
	int status = -1;
	if (!owned) {
		return -1;
	}
	pthread_mutex_lock(&notes->lock);
	if (notes->count < MOST) {
		notes->items[notes->count++] = owned;
		status = 0;
	}
	pthread_mutex_unlock(&notes->lock);
	return status;
}

static char *last(notes *notes)
{
	pthread_mutex_lock(&notes->lock);
	char *item = notes->count > 0 ? notes->items[notes->count - 1] : NULL;
	pthread_mutex_unlock(&notes->lock);
	return item;
}

int notes_drop(notes *notes)
{
	char *item = last(notes);
	if (!item) {
		return -1;
	}
	free(item);
	pthread_mutex_lock(&notes->lock);
	notes->count--;
	pthread_mutex_unlock(&notes->lock);
	return 0;
}

size_t notes_total(notes *notes)
{
	size_t total = 0;
	pthread_mutex_lock(&notes->lock);
	for (int i = 0; i < notes->count; i++) {
		total += strlen(notes->items[i]);
	}
	pthread_mutex_unlock(&notes->lock);
	return total;
}
