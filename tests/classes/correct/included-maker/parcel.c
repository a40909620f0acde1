// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "parcel.h"

#include <pthread.h>
#include <stdlib.h>

struct parcel {
	pthread_mutex_t lock;
	int room, count;
	int items[];
};

struct parcel *parcel_create(int room)
{
	if (room < 1 || room > 16) {
		return NULL;
	}
	struct parcel *p = calloc(1, sizeof(*p) + (size_t)room * sizeof(int));
	if (p) {
		pthread_mutex_init(&p->lock, NULL);
		p->room = room;
	}
	return p;
}

void parcel_destroy(struct parcel *p)
{
	pthread_mutex_destroy(&p->lock);
	free(p);
}

int parcel_pack(struct parcel *p, int item)
{
	pthread_mutex_lock(&p->lock);
	int full = p->count == p->room;
	if (!full) {
		p->items[p->count++] = item;
	}
	pthread_mutex_unlock(&p->lock);
	return full ? -1 : 0;
}

int parcel_unpack(struct parcel *p)
{
	pthread_mutex_lock(&p->lock);
	int item = p->count > 0 ? p->items[--p->count] : -1;
	pthread_mutex_unlock(&p->lock);
	return item;
}

int parcel_count(struct parcel *p)
{
	pthread_mutex_lock(&p->lock);
	int count = p->count;
	pthread_mutex_unlock(&p->lock);
	return count;
}
