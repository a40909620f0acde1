// SPDX-License-Identifier: Apache-2.0
// Thread-specific data: pthread keys and C11 tss.
#include "runtime/specific.h"

#include <string.h>

#define ROUNDS 4 // PTHREAD_DESTRUCTOR_ITERATIONS

static struct {
	bool used;
	void (*destructor)(void *);
} keys[HD_MAX_KEYS];
static unsigned nkeys;

static void *values[HD_MAX_FIBERS][HD_MAX_KEYS];

// Keys from before main, and the main thread's values of them then.
static struct {
	unsigned n;
	bool used[HD_MAX_KEYS];
	void *values[HD_MAX_KEYS];
} early;

void hd_specific_keep(void)
{
	early.n = nkeys;
	for (unsigned k = 0; k < nkeys; k++) {
		early.used[k] = keys[k].used;
		early.values[k] = values[0][k];
	}
}

void hd_specific_reset(void)
{
	for (unsigned k = 0; k < nkeys; k++) {
		keys[k].used = false;
		for (unsigned f = 0; f < HD_MAX_FIBERS; f++) {
			values[f][k] = NULL;
		}
	}
	for (unsigned k = 0; k < early.n; k++) {
		keys[k].used = early.used[k];
		values[0][k] = early.values[k];
	}
	nkeys = early.n;
}

int hd_specific_create(void (*destructor)(void *))
{
	if (nkeys == HD_MAX_KEYS) {
		return -1;
	}
	keys[nkeys].used = true;
	keys[nkeys].destructor = destructor;
	return (int)nkeys++;
}

bool hd_specific_delete(unsigned key)
{
	if (key >= nkeys || !keys[key].used) {
		return false;
	}
	keys[key].used = false;
	return true;
}

void **hd_specific_slot(unsigned key)
{
	unsigned me = hd.cur ? hd.cur->id : 0; // before main there is only one

	return key < nkeys && keys[key].used ? &values[me][key] : NULL;
}

void *hd_specific_value(unsigned fiber, unsigned key)
{
	return values[fiber][key];
}

void hd_specific_run_destructors(void)
{
	bool again = nkeys > 0;

	for (unsigned round = 0; round < ROUNDS && again; round++) {
		again = false;
		for (unsigned k = 0; k < nkeys; k++) {
			void *value = values[hd.cur->id][k];
			if (keys[k].used && keys[k].destructor && value) {
				values[hd.cur->id][k] = NULL;
				keys[k].destructor(value);
				again = true;
			}
		}
	}
}
