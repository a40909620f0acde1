// SPDX-License-Identifier: Apache-2.0
// Data races by happens-before, after FastTrack (Flanagan and Freund, PLDI
// 2009): of the accesses made so far a location keeps only those that a later
// access could still race with.
//
// A cell covers 8 bytes but C's locations are bytes, and accesses are plain or
// atomic: a record has a mask of bytes and says which. An access *covers* an
// earlier one that is ordered before it, touches no byte more, and races with
// nothing that it would not race with itself: then the earlier one is forgotten.
// As long as one write and one read are left, the cell itself is the record of
// both; else it refers to lists. Nothing is lost: the reports are exact, up to
// the first race of an execution and beyond.
#include "runtime/access.h"

#include <string.h>

#define POOL (1u << 18)
#define RECENT 4096

struct record {
	hd_epoch epoch; // 0: none
	uint32_t site;  // low half of its address
	uint32_t next;  // in its list, 0: none
	uint32_t cell;  // which
	uint8_t mask;   // 0: forgotten
	bool write, atomic;
};

// The lists of a cell, by kind: an access looks only at those it can race with,
// so that many threads that only read, or only make atomic accesses, do not
// wait for each other's records.
enum { PLAIN_READS, PLAIN_WRITES, ATOMIC_READS, ATOMIC_WRITES, KINDS };

struct history {
	uint32_t lists[KINDS];
};

static struct record pool[POOL]; // from 1
static struct history histories[POOL / 4]; // from 1
static uint32_t nrecords, nhistories;
static uint32_t recent[RECENT]; // records by cell, fiber, kind and mask; may be stale

void hd_race_reset(void)
{
	nrecords = nhistories = 0;
}

// Clocks are worked on four entries at a time; entries up to the next multiple
// of four are always valid, and 0 beyond n.
typedef uint32_t four __attribute__((vector_size(16), aligned(4)));

// `into` has an entry for every fiber that `from` has one for.
HD_FLAT static inline void join_entries(struct hd_clock *into, const struct hd_clock *from)
{
	for (uint32_t i = 0; i < from->n; i += 4) {
		four *a = (four *)&into->c[i];
		*a = __builtin_elementwise_max(*a, *(const four *)&from->c[i]);
	}
}

void hd_clock_join(struct hd_clock *into, const struct hd_clock *from)
{
	while (into->n < from->n) {
		into->c[into->n++] = 0;
		if ((into->n & 3) == 1) { // a new group of four
			memset(&into->c[into->n], 0, 3 * sizeof(*into->c));
		}
	}
	join_entries(into, from);
}

HD_FLAT void hd_clock_copy(struct hd_clock *into, const struct hd_clock *from)
{
	into->n = from->n;
	for (uint32_t i = 0; i < from->n; i += 4) {
		*(four *)&into->c[i] = *(const four *)&from->c[i];
	}
}

HD_FLAT void hd_race_tick(struct hd_fiber *f)
{
	f->last_release = ++hd.releases;
	if (unlikely(HD_EPOCH_IS_LAST(f->epoch))) {
		return; // no room: from here on races may be missed
	}
	f->clock.c[f->id] = ++f->epoch;
}

// A clock whose releaser knew all of it, and whom the reader knows, has
// nothing new.
HD_FLAT void hd_race_acquire(const struct hd_clock *from)
{
	if (!from->by || !hd_access_knows(from->by)) {
		join_entries(&hd.cur->clock, from);
	}
}

void hd_race_release(struct hd_clock *into)
{
	hd_clock_join(into, &hd.cur->clock);
	into->by = 0;
	hd_race_tick(hd.cur);
}

HD_FLAT void hd_race_release_store(struct hd_clock *into)
{
	hd_clock_copy(into, &hd.cur->clock);
	into->by = hd.cur->epoch;
	hd_race_tick(hd.cur);
}

static bool counts(const struct hd_site *site, const struct hd_site *other)
{
	const struct hd_fault *f = hd.run.expected;

	if (f) {
		return f->kind == HD_VERDICT_DATA_RACE &&
			((site == f->site && other == f->other_site) || (site == f->other_site && other == f->site));
	}
	return !hd.run.is_known_race || !hd.run.is_known_race(site, other);
}

HD_COLD static void report(hd_epoch e, uint32_t other_site, bool other_writes, bool write, const struct hd_site *site,
	uintptr_t address)
{
	const struct hd_site *other = hd_site_from_low(other_site);

	if (hd_observer.race) {
		hd_observer.race(site, other);
	}
	if (!hd.races || !counts(site, other)) {
		return;
	}
	hd.record.fault.other_site = other;
	hd.record.fault.other_fiber = (int)HD_EPOCH_FIBER(e);
	const char *name = site && site->var ? site->var->name : other && other->var ? other->var->name : NULL;
	hd_fault(HD_VERDICT_DATA_RACE, site, address,
		"data race%s%s: thread %d %s after thread %d %s, with no happens-before order between them",
		name ? " on " : "", name ? name : "", hd.cur->id, write ? "writes" : "reads", (int)HD_EPOCH_FIBER(e),
		other_writes ? "wrote" : "read");
}

// ---- what is kept ------------------------------------------------------------

static inline bool races(const struct record *old, const struct record *now)
{
	return (old->mask & now->mask) && (old->write || now->write) && !(old->atomic && now->atomic) &&
		!hd_access_knows(old->epoch);
}

static inline bool covers(const struct record *now, const struct record *old)
{
	return !(old->mask & ~now->mask) && (now->write || !old->write) && (!now->atomic || old->atomic) &&
		hd_access_knows(old->epoch);
}

static inline void check(const struct record *old, const struct record *now, const struct hd_site *site, uintptr_t a)
{
	if (unlikely(races(old, now))) {
		report(old->epoch, old->site, old->write, now->write, site, a);
	}
}

// ---- lists of records --------------------------------------------------------

static unsigned kind_of(const struct record *r)
{
	return (r->write ? PLAIN_WRITES : PLAIN_READS) + (r->atomic ? ATOMIC_READS : 0u);
}

static void add(struct history *h, const struct record *r, uint32_t *slot)
{
	if (nrecords < POOL - 1) { // else misses races, invents none
		uint32_t *list = &h->lists[kind_of(r)];
		pool[++nrecords] = *r;
		pool[nrecords].next = *list;
		*list = *slot = nrecords;
	}
}

// Where the last access of this kind by this fiber to these bytes would be.
static uint32_t *slot_of(const struct record *now)
{
	uint32_t key = now->cell * 0x9e3779b1u + HD_EPOCH_FIBER(now->epoch) * 0x85ebca6bu + kind_of(now) * 0xc2b2ae35u +
		now->mask;
	return &recent[(key ^ key >> 15) % RECENT];
}

static struct record *same_as(const struct record *now, uint32_t index)
{
	struct record *r = &pool[index];
	bool same = index && index <= nrecords && r->cell == now->cell && r->mask == now->mask &&
		r->write == now->write && r->atomic == now->atomic &&
		HD_EPOCH_FIBER(r->epoch) == HD_EPOCH_FIBER(now->epoch);
	return same ? r : NULL;
}

// Looks for races with one kind, and forgets what is covered.
static void check_kind(uint32_t *link, const struct record *now, const struct hd_site *site, uintptr_t a)
{
	while (*link) {
		struct record *old = &pool[*link];
		check(old, now, site, a);
		if (covers(now, old)) {
			old->mask = 0;
			*link = old->next;
		} else {
			link = &old->next;
		}
	}
}

static void check_lists(struct hd_cell *c, const struct record *now, const struct hd_site *site, uintptr_t a)
{
	struct history *h = &histories[c->read];
	uint32_t *slot = slot_of(now);
	struct record *last = same_as(now, *slot);

	if (last && last->epoch == now->epoch) {
		return; // nothing new in this epoch
	}
	if (now->write) {
		c->write = now->epoch;
	}
	if (last) {
		last->epoch = now->epoch;
		last->site = now->site;
	}
	for (unsigned kind = 0; kind < KINDS; kind++) {
		bool writes = kind == PLAIN_WRITES || kind == ATOMIC_WRITES, atomic = kind >= ATOMIC_READS;
		if ((writes || now->write) && !(atomic && now->atomic)) {
			check_kind(&h->lists[kind], now, site, a);
		}
	}
	if (!last || last->mask == 0) {
		add(h, now, slot);
	}
}

static bool make_lists(struct hd_cell *c, const struct record *write, const struct record *read)
{
	if (nhistories == POOL / 4 - 1) {
		return false;
	}
	struct history *h = &histories[++nhistories];
	*h = (struct history){0};
	if (write->epoch) {
		add(h, write, slot_of(write));
	}
	if (read->epoch) {
		add(h, read, slot_of(read));
	}
	c->flags = (uint8_t)((c->flags & (HD_CELL_FREED | HD_CELL_HEADER)) | HD_CELL_LIST);
	c->read = nhistories;
	c->write_mask = c->read_mask = 0;
	return true;
}

// ---- one write and one read ----------------------------------------------------

static inline void keep_write(struct hd_cell *c, const struct record *r)
{
	c->write = r->epoch;
	c->write_mask = r->mask;
	c->write_site = r->site;
	c->flags = (uint8_t)((c->flags & ~HD_CELL_WRITE_ATOMIC) | (r->atomic ? HD_CELL_WRITE_ATOMIC : 0));
}

static inline void keep_read(struct hd_cell *c, const struct record *r)
{
	c->read = r->epoch;
	c->read_mask = r->mask;
	c->read_site = r->site;
	c->flags = (uint8_t)((c->flags & ~HD_CELL_READ_ATOMIC) | (r->atomic ? HD_CELL_READ_ATOMIC : 0));
}

void hd_race_check(struct hd_cell *c, unsigned mask, bool write, bool atomic, const struct hd_site *site, uintptr_t a)
{
	uint32_t cell = (uint32_t)((uintptr_t)c / sizeof(*c));
	struct record now = {.epoch = hd.cur->epoch,
		.site = (uint32_t)(uintptr_t)site,
		.cell = cell,
		.mask = (uint8_t)mask,
		.write = write,
		.atomic = atomic};

	if (unlikely(c->flags & HD_CELL_LIST)) {
		check_lists(c, &now, site, a);
		return;
	}
	struct record last_write = {.epoch = c->write,
		.site = c->write_site,
		.cell = cell,
		.mask = c->write_mask,
		.write = true,
		.atomic = c->flags & HD_CELL_WRITE_ATOMIC};
	struct record last_read = {.epoch = c->read,
		.site = c->read_site,
		.cell = cell,
		.mask = c->read_mask,
		.atomic = c->flags & HD_CELL_READ_ATOMIC};
	check(&last_write, &now, site, a);
	check(&last_read, &now, site, a);
	bool over_write = covers(&now, &last_write), over_read = covers(&now, &last_read);
	if (write && (over_write || !c->write)) {
		keep_write(c, &now);
		if (over_read) {
			c->read = 0;
			c->read_mask = 0;
		}
	} else if (!write && (over_read || !c->read)) {
		keep_read(c, &now);
	} else if (make_lists(c, &last_write, &last_read)) {
		check_lists(c, &now, site, a);
	}
}
