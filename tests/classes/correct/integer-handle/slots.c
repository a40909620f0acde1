// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "slots.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define SLOTS 16
#define GENERATIONS 0x7fffff

struct slot {
	bool open;
	int generation; // of the handle that is open, or that was last
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot slots[SLOTS];

// With the lock held.
static struct slot *find(int handle)
{
	if (handle <= 0) {
		return NULL;
	}
	struct slot *slot = &slots[handle % SLOTS];
	return slot->open && slot->generation == handle / SLOTS ? slot : NULL;
}

int slots_open(int value)
{
	int handle = -1;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < SLOTS; i++) {
		if (!slots[i].open) {
			slots[i].open = true;
			slots[i].generation = slots[i].generation % GENERATIONS + 1;
			slots[i].value = value;
			handle = slots[i].generation * SLOTS + i;
			break;
		}
	}
	pthread_mutex_unlock(&lock);
	return handle;
}

int slots_close(int handle)
{
	pthread_mutex_lock(&lock);
	struct slot *slot = find(handle);
	if (slot) {
		slot->open = false;
	}
	pthread_mutex_unlock(&lock);
	return slot ? 0 : -1;
}

int slots_set(int handle, int value)
{
	pthread_mutex_lock(&lock);
	struct slot *slot = find(handle);
	if (slot) {
		slot->value = value;
	}
	pthread_mutex_unlock(&lock);
	return slot ? 0 : -1;
}

int slots_get(int handle, int *value)
{
	pthread_mutex_lock(&lock);
	struct slot *slot = find(handle);
	if (slot && value) {
		*value = slot->value;
	}
	pthread_mutex_unlock(&lock);
	return slot ? 0 : -1;
}

int slots_swap(int handle, int other_handle)
{
	pthread_mutex_lock(&lock);
	struct slot *slot = find(handle);
	struct slot *other = find(other_handle);
	if (slot && other) {
		int value = slot->value;
		slot->value = other->value;
		other->value = value;
	}
	pthread_mutex_unlock(&lock);
	return slot && other ? 0 : -1;
}

int slots_count(void)
{
	int count = 0;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < SLOTS; i++) {
		count += slots[i].open;
	}
	pthread_mutex_unlock(&lock);
	return count;
}
