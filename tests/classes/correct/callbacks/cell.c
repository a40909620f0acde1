// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "cell.h"

#include <pthread.h>
#include <stdlib.h>

struct cell {
	pthread_mutex_t lock; // of the kind that tells when its own thread locks it again
	int value;
	int changes;
};

cell *cell_new(int value)
{
	cell *cell = calloc(1, sizeof *cell);
	if (!cell) {
		return NULL;
	}
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&cell->lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
	cell->value = value;
	return cell;
}

void cell_free(cell *cell)
{
	if (!cell) {
		return;
	}
	pthread_mutex_destroy(&cell->lock);
	free(cell);
}

int cell_update(cell *cell, cell_function function, void *user)
{
	if (!function || pthread_mutex_lock(&cell->lock) != 0) {
		return -1;
	}
	cell->value = function(cell->value, user);
	cell->changes++;
	pthread_mutex_unlock(&cell->lock);
	return 0;
}

int cell_set(cell *cell, int value)
{
	if (pthread_mutex_lock(&cell->lock) != 0) {
		return -1;
	}
	cell->value = value;
	cell->changes++;
	pthread_mutex_unlock(&cell->lock);
	return 0;
}

int cell_get(cell *cell, int *value)
{
	if (pthread_mutex_lock(&cell->lock) != 0) {
		return -1;
	}
	*value = cell->value;
	pthread_mutex_unlock(&cell->lock);
	return 0;
}

int cell_changes(cell *cell)
{
	if (pthread_mutex_lock(&cell->lock) != 0) {
		return -1;
	}
	int changes = cell->changes;
	pthread_mutex_unlock(&cell->lock);
	return changes;
}
