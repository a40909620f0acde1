// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "berth.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { PLACES = 2 };

struct berth {
	atomic_uint reserved, come, gone;
	int ships[PLACES];
};

berth *berth_new(void)
{
	return calloc(1, sizeof(berth));
}

void berth_free(berth *b)
{
	free(b);
}

bool berth_enqueue(berth *b, int ship)
{
	unsigned place = atomic_load(&b->reserved);

	do {
		if ((int)(place - atomic_load(&b->gone)) >= PLACES) {
			return false;
		}
	} while (!atomic_compare_exchange_weak(&b->reserved, &place, place + 1));
	while (atomic_load(&b->come) != place) {
		sched_yield();
	}
	b->ships[place % PLACES] = ship;
	atomic_store(&b->come, place + 1);
	return true;
}

int berth_dequeue(berth *b)
{
	unsigned place = atomic_load(&b->gone);
	if (atomic_load(&b->come) == place) {
		return 0;
	}
	int ship = b->ships[place % PLACES];
	atomic_store(&b->gone, place + 1);
	return ship;
}

int berth_size(const berth *b)
{
	unsigned gone = atomic_load(&b->gone);
	return (int)(atomic_load(&b->come) - gone);
}
