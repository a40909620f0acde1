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
// both; else it refers to a list. Nothing is lost: the reports are exact, up to
// the first race of an execution and beyond.
#include "runtime/access.h"

#include <string.h>

#define POOL (1u << 18)

struct record {
	hd_epoch epoch; // 0: none
	uint32_t site;  // low half of its address
	uint32_t next;  // in the list of its cell, 0: none
	uint8_t mask;
	bool write, atomic;
};

static struct record pool[POOL]; // from 1
static uint32_t nrecords;

void hd_race_reset(void)
{
	nrecords = 0;
}

// Clocks are worked on four entries at a time; entries up to the next multiple
// of four are always valid, and 0 beyond n.
typedef uint32_t four __attribute__((vector_size(16), aligned(4)));

void hd_clock_join(struct hd_clock *into, const struct hd_clock *from)
{
	while (into->n < from->n) {
		into->c[into->n++] = 0;
		if ((into->n & 3) == 1) { // a new group of four
			memset(&into->c[into->n], 0, 3 * sizeof(*into->c));
		}
	}
	for (uint32_t i = 0; i < from->n; i += 4) {
		four *a = (four *)&into->c[i];
		*a = __builtin_elementwise_max(*a, *(const four *)&from->c[i]);
	}
}

void hd_clock_copy(struct hd_clock *into, const struct hd_clock *from)
{
	into->n = from->n;
	for (uint32_t i = 0; i < from->n; i += 4) {
		*(four *)&into->c[i] = *(const four *)&from->c[i];
	}
}

void hd_race_tick(struct hd_fiber *f)
{
	f->last_release = ++hd.releases;
	if (unlikely(HD_EPOCH_CLOCK(f->epoch) == HD_EPOCH_CLOCK(~0u))) {
		return; // no room: from here on races may be missed
	}
	f->epoch++;
	f->clock.c[f->id]++;
}

// A clock whose releaser knew all of it, and whom the reader knows, has
// nothing new.
void hd_race_acquire(const struct hd_clock *from)
{
	unsigned f = HD_EPOCH_FIBER(from->by);

	if (from->by && HD_EPOCH_CLOCK(from->by) <= hd.cur->clock.c[f]) {
		return;
	}
	hd_clock_join(&hd.cur->clock, from);
}

void hd_race_release(struct hd_clock *into)
{
	hd_clock_join(into, &hd.cur->clock);
	into->by = 0;
	hd_race_tick(hd.cur);
}

void hd_race_release_store(struct hd_clock *into)
{
	hd_clock_copy(into, &hd.cur->clock);
	into->by = hd.cur->epoch;
	hd_race_tick(hd.cur);
}

HD_COLD static void report(hd_epoch e, uint32_t other_site, bool other_writes, bool write,
                           const struct hd_site *site, uintptr_t address)
{
	const struct hd_site *other = hd_site_from_low(other_site);

	if (!hd.races) {
		return;
	}
	if (hd.only_race && !((site == hd.race_a && other == hd.race_b) ||
	                      (site == hd.race_b && other == hd.race_a))) {
		return;
	}
	if (!hd.only_race && hd_race_is_known(site, other)) {
		return;
	}
	hd.fault.other_site = other;
	hd.fault.other_fiber = (int)HD_EPOCH_FIBER(e);
	const char *name = site && site->var ? site->var->name : other && other->var ? other->var->name : NULL;
	hd_fault(HD_VERDICT_DATA_RACE, site, address,
	         "data race%s%s: thread %d %s, thread %d %s before it, with nothing in between that orders them",
	         name ? " on " : "", name ? name : "", hd.cur->id, write ? "writes" : "reads",
	         (int)HD_EPOCH_FIBER(e), other_writes ? "wrote" : "read");
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

// ---- a list of records -------------------------------------------------------

static void add(struct hd_cell *c, const struct record *r)
{
	if (nrecords < POOL - 1) { // else misses races, invents none
		pool[++nrecords] = *r;
		pool[nrecords].next = c->write;
		c->write = nrecords;
	}
}

static void check_list(struct hd_cell *c, const struct record *now, const struct hd_site *site, uintptr_t a)
{
	uint32_t *link = &c->write;

	while (*link) {
		struct record *old = &pool[*link];
		if (old->epoch == now->epoch && covers(old, now)) {
			return; // nothing new in this epoch
		}
		check(old, now, site, a);
		if (covers(now, old)) {
			*link = old->next;
		} else {
			link = &old->next;
		}
	}
	add(c, now);
}

static void make_list(struct hd_cell *c, const struct record *write, const struct record *read)
{
	c->flags = (uint8_t)((c->flags & (HD_CELL_FREED | HD_CELL_HEADER)) | HD_CELL_LIST);
	c->write = c->read = 0;
	c->write_mask = c->read_mask = 0;
	if (write->epoch) {
		add(c, write);
	}
	if (read->epoch) {
		add(c, read);
	}
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

void hd_race_check(struct hd_cell *c, unsigned mask, bool write, bool atomic,
                   const struct hd_site *site, uintptr_t a)
{
	struct record now = {.epoch = hd.cur->epoch, .site = (uint32_t)(uintptr_t)site, .mask = (uint8_t)mask,
	                     .write = write, .atomic = atomic};

	if (unlikely(c->flags & HD_CELL_LIST)) {
		check_list(c, &now, site, a);
		return;
	}
	struct record last_write = {.epoch = c->write, .site = c->write_site, .mask = c->write_mask,
	                            .write = true, .atomic = c->flags & HD_CELL_WRITE_ATOMIC};
	struct record last_read = {.epoch = c->read, .site = c->read_site, .mask = c->read_mask,
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
	} else {
		make_list(c, &last_write, &last_read);
		check_list(c, &now, site, a);
	}
}
