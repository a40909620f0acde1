// SPDX-License-Identifier: Apache-2.0
// Synchronization objects, found by the address of the primitive through its
// shadow cell, so that a primitive needs no room of its own: a four-byte spin
// lock is as good as a 40-byte mutex.
//
// The bytes of a primitive only tell three states apart: fresh (zero or a
// static initialiser), never initialised (the heap's fill pattern) and
// destroyed (our own pattern).
#include "runtime/access.h"
#include "runtime/heap.h"

#include <string.h>

#define DESTROYED 0xee

// Where glibc keeps what: words of sem_t, pthread_barrier_t, pthread_once_t.
#define EARLY_SEM_VALUE 0
#define EARLY_BARRIER_COUNT 2
#define EARLY_ONCE_DONE 2

struct hd_sync *hd_syncs;

struct hd_sync *hd_sync_new(enum hd_sync_kind kind, uintptr_t address)
{
	struct hd_sync *s = &hd_syncs[++hd.nsync];

	memset(s, 0, offsetof(struct hd_sync, clock));
	s->kind = (uint8_t)kind;
	s->owner = -1;
	s->address = address;
	s->clock.n = s->clock.by = 0;
	return s;
}

struct hd_sync *hd_sync_find(const struct hd_cell *c, uintptr_t address, enum hd_sync_kind kind)
{
	for (uint32_t i = c->sync; i; i = hd_syncs[i].next) {
		if (hd_syncs[i].address == address && hd_syncs[i].kind == kind) {
			return &hd_syncs[i];
		}
	}
	return NULL;
}

struct hd_sync *hd_sync_at(const void *address, enum hd_sync_kind kind)
{
	uintptr_t a = (uintptr_t)address;
	struct hd_cell *c = hd_cell_of(a);

	if (c->gen != hd.gen) {
		hd_heap_fresh_cell(c, a, 1, true, __heddle_callsite);
	}
	struct hd_sync *s = hd_sync_find(c, a, kind);
	if (!s) {
		s = hd_sync_new(kind, a);
		s->next = c->sync;
		c->sync = (uint32_t)(s - hd_syncs);
	}
	return s;
}

// ---- made before main ------------------------------------------------------------

#define MAX_EARLY 256

// Objects that the C library has initialised, and whose bytes are not those of a
// fresh one of ours.
static struct {
	const void *address;
	enum hd_sync_kind kind;
} early[MAX_EARLY];
static unsigned nearly;

void hd_sync_made_early(const void *address, enum hd_sync_kind kind)
{
	if (hd_before_main() && nearly < MAX_EARLY) {
		early[nearly].address = address;
		early[nearly++].kind = kind;
	}
}

static bool is_early(const void *address, enum hd_sync_kind kind)
{
	const unsigned *word = address;

	for (unsigned i = 0; i < nearly; i++) {
		if (early[i].address == address && early[i].kind == kind) {
			return true;
		}
	}
	return kind == HD_SYNC_ONCE && *word == EARLY_ONCE_DONE;
}

// Takes over what the C library has made of it.
static void adopt(struct hd_sync *s)
{
	const unsigned *word = (const unsigned *)s->address;

	if (s->kind == HD_SYNC_SEM) {
		s->count = (int32_t)word[EARLY_SEM_VALUE];
		s->limit = 1;
	} else if (s->kind == HD_SYNC_BARRIER) {
		s->limit = word[EARLY_BARRIER_COUNT];
	} else if (s->kind == HD_SYNC_ONCE) {
		s->count = 2;
	}
}

// ---- use --------------------------------------------------------------------------

static bool filled_with(const void *p, unsigned byte)
{
	uint32_t word;
	memcpy(&word, p, sizeof(word));
	return word == byte * 0x01010101u;
}

// A primitive that is used for the first time, or wrongly.
HD_ASIDE static struct hd_sync *use_slowly(const void *address, enum hd_sync_kind kind, const char *noun,
	const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)address;

	hd_access_validate(address, 4, true, site);
	struct hd_sync *s = hd_sync_find(hd_cell_of(a), a, kind);
	if (filled_with(address, DESTROYED)) {
		hd_misuse(site, address, "%s used after it was destroyed", noun);
		return NULL;
	}
	bool known = s || is_early(address, kind);
	// What no init function has seen must look like a static initialiser.
	if (filled_with(address, HD_HEAP_FILL) || (!known && !filled_with(address, 0))) {
		hd_misuse(site, address, "%s used before it was initialised", noun);
		return NULL;
	}
	if (!s) {
		s = hd_sync_at(address, kind);
		if (known) {
			adopt(s);
		}
		return s;
	}
	s->destroyed = false;
	return s;
}

struct hd_sync *hd_sync_use(const void *address, enum hd_sync_kind kind, const char *noun, const struct hd_site *site)
{
	uintptr_t a = (uintptr_t)address;
	struct hd_cell *c = hd_cell_of(a);
	struct hd_sync *s = &hd_syncs[c->sync];

	if (unlikely(c->gen != hd.gen || (a & 7) + 4 > c->valid || c->sync == 0 || s->address != a || s->kind != kind ||
		    s->destroyed)) {
		s = use_slowly(address, kind, noun, site);
	}
	if (!hd.single) {
		hd_access_own(c, true); // its initialisation is then a switch point, too
	}
	return s;
}

struct hd_sync *hd_sync_init(void *address, size_t size, enum hd_sync_kind kind, const struct hd_site *site)
{
	hd_access_range(address, size, true, site);
	memset(address, 0, size);
	struct hd_sync *s = hd_sync_at(address, kind);
	uint32_t next = s->next;
	uint16_t parked = s->parked;
	memset(s, 0, offsetof(struct hd_sync, clock));
	s->kind = (uint8_t)kind;
	s->owner = -1;
	s->address = (uintptr_t)address;
	s->next = next;
	s->parked = parked;
	s->clock.n = s->clock.by = 0;
	return s;
}

void hd_sync_destroy(void *address, size_t size, const struct hd_site *site)
{
	hd_access_range(address, size, true, site);
	memset(address, DESTROYED, size);
	const struct hd_cell *c = hd_cell_of((uintptr_t)address);
	for (uint32_t i = c->sync; i; i = hd_syncs[i].next) {
		hd_syncs[i].destroyed = true;
	}
}
