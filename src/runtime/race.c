// SPDX-License-Identifier: Apache-2.0
// Data races by happens-before, after FastTrack (Flanagan and Freund, PLDI
// 2009): the last write of a location is one epoch; its reads are one epoch
// until they are concurrent, then a clock.
//
// A cell covers 8 bytes but C's locations are bytes: accesses carry a mask of
// the bytes they touch. As long as a cell is always accessed under masks that
// one record can stand for, the cell is that record; else it refers to a
// record per byte. Atomic accesses do not race with each other.
#include "runtime/rt.h"

#include <string.h>

#define POOL 65536

// Per-byte state of a cell accessed in pieces.
struct bytes {
	hd_epoch write[8], read[8];
	uint32_t write_site[8], read_site[8];
	uint8_t write_atomic, read_atomic; // masks
};

static struct bytes byte_pool[POOL];
static struct hd_clock reader_pool[POOL / 16];
static uint32_t reader_sites[POOL / 16][HD_MAX_FIBERS];
static uint64_t reader_plain[POOL / 16][HD_SET_WORDS]; // not atomic
static uint32_t nbytes, nreaders;

void hd_race_reset(void)
{
	nbytes = nreaders = 0;
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

static bool ordered(hd_epoch e)
{
	return HD_EPOCH_CLOCK(e) <= hd.cur->clock.c[HD_EPOCH_FIBER(e)];
}

static uint32_t short_site(const struct hd_site *s)
{
	return (uint32_t)(uintptr_t)s;
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

static void check_write(hd_epoch e, uint32_t other, bool write, const struct hd_site *site,
                        uintptr_t a)
{
	if (e && HD_EPOCH_FIBER(e) != hd.cur->id && !ordered(e)) {
		report(e, other, true, write, site, a);
	}
}

static void check_read(hd_epoch e, uint32_t other, const struct hd_site *site, uintptr_t a)
{
	if (e && HD_EPOCH_FIBER(e) != hd.cur->id && !ordered(e)) {
		report(e, other, false, true, site, a);
	}
}

// ---- one record per byte -----------------------------------------------------

static struct bytes *split(struct hd_cell *c)
{
	if (nbytes == POOL - 1) {
		return NULL; // give up on this cell: misses races, invents none
	}
	struct bytes *b = &byte_pool[++nbytes];
	memset(b, 0, sizeof(*b));
	for (unsigned i = 0; i < 8; i++) {
		if (c->write_mask >> i & 1) {
			b->write[i] = c->write;
			b->write_site[i] = c->write_site;
		}
		if (c->read_mask >> i & 1 && !(c->flags & HD_CELL_READERS)) {
			b->read[i] = c->read;
			b->read_site[i] = c->read_site;
		}
	}
	b->write_atomic = c->flags & HD_CELL_WRITE_ATOMIC ? c->write_mask : 0;
	b->read_atomic = c->flags & HD_CELL_READ_ATOMIC ? c->read_mask : 0;
	c->flags = (uint8_t)((c->flags & (HD_CELL_FREED | HD_CELL_HEADER)) | HD_CELL_BYTES);
	c->write = nbytes;
	c->write_mask = 0;
	c->read = 0;
	c->read_mask = 0;
	return b;
}

static void check_bytes(struct hd_cell *c, unsigned mask, bool write, bool atomic,
                        const struct hd_site *site, uintptr_t a)
{
	struct bytes *b = &byte_pool[c->write];
	hd_epoch e = hd.cur->epoch;

	for (unsigned left = mask; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctz(left);
		if (!atomic && (b->write[i] == e || (!write && b->read[i] == e))) {
			continue; // nothing new in this epoch
		}
		if (!(atomic && b->write_atomic >> i & 1)) {
			check_write(b->write[i], b->write_site[i], write, site, a);
		}
		if (write && !(atomic && b->read_atomic >> i & 1)) {
			check_read(b->read[i], b->read_site[i], site, a);
		}
		if (write) {
			b->write[i] = e;
			b->write_site[i] = short_site(site);
			b->write_atomic = (uint8_t)((b->write_atomic & ~(1u << i)) | (unsigned)atomic << i);
			b->read[i] = 0;
		} else {
			b->read[i] = e;
			b->read_site[i] = short_site(site);
			b->read_atomic = (uint8_t)((b->read_atomic & ~(1u << i)) | (unsigned)atomic << i);
		}
	}
}

// ---- concurrent readers -------------------------------------------------------

static void check_readers(const struct hd_cell *c, bool atomic, const struct hd_site *site,
                          uintptr_t a)
{
	const struct hd_clock *r = &reader_pool[c->read];

	for (unsigned f = 0; f < r->n; f++) {
		hd_epoch e = f << 24 | r->c[f];
		if (r->c[f] && !(atomic && !hd_set_has(reader_plain[c->read], f))) {
			check_read(e, reader_sites[c->read][f], site, a);
		}
	}
}

static void add_reader(uint32_t index, hd_epoch e, uint32_t site, bool atomic)
{
	struct hd_clock *r = &reader_pool[index];
	unsigned f = HD_EPOCH_FIBER(e);

	while (r->n <= f) {
		r->c[r->n++] = 0;
	}
	r->c[f] = HD_EPOCH_CLOCK(e);
	reader_sites[index][f] = site;
	if (atomic) {
		hd_set_remove(reader_plain[index], f);
	} else {
		hd_set_add(reader_plain[index], f);
	}
}

static bool start_readers(struct hd_cell *c)
{
	if (nreaders == POOL / 16 - 1) {
		return false;
	}
	uint32_t index = ++nreaders;
	reader_pool[index].n = 0;
	memset(reader_plain[index], 0, sizeof(reader_plain[index]));
	add_reader(index, c->read, c->read_site, c->flags & HD_CELL_READ_ATOMIC);
	c->read = index;
	c->flags |= HD_CELL_READERS;
	return true;
}

// ---- one access ----------------------------------------------------------------

static void note_write(struct hd_cell *c, unsigned mask, bool atomic, const struct hd_site *site)
{
	c->write = hd.cur->epoch;
	c->write_mask = (uint8_t)mask;
	c->write_site = short_site(site);
	c->read = 0; // every read is ordered before this write, or was reported
	c->read_mask = 0;
	c->flags &= (uint8_t) ~(HD_CELL_WRITE_ATOMIC | HD_CELL_READ_ATOMIC | HD_CELL_READERS);
	if (atomic) {
		c->flags |= HD_CELL_WRITE_ATOMIC;
	}
}

static void note_read(struct hd_cell *c, unsigned mask, bool atomic, const struct hd_site *site)
{
	hd_epoch e = hd.cur->epoch;

	if (c->flags & HD_CELL_READERS) {
		add_reader(c->read, e, short_site(site), atomic);
		return;
	}
	if (c->read && HD_EPOCH_FIBER(c->read) != hd.cur->id && !ordered(c->read)) {
		if (start_readers(c)) {
			add_reader(c->read, e, short_site(site), atomic);
		}
		return;
	}
	c->read = e;
	c->read_mask = (uint8_t)mask;
	c->read_site = short_site(site);
	c->flags &= (uint8_t)~HD_CELL_READ_ATOMIC;
	if (atomic) {
		c->flags |= HD_CELL_READ_ATOMIC;
	}
}

// Can the cell's record stand for this access too?
static bool fits(const struct hd_cell *c, unsigned mask, bool write)
{
	bool write_fits = c->write == 0 || c->write_mask == mask ||
	                  (write && (c->write_mask & mask) == c->write_mask);
	bool read_fits = c->read == 0 || c->read_mask == mask ||
	                 (write && (c->read_mask & mask) == c->read_mask);
	// A read within what was last written needs no split of the write.
	if (!write && (c->write_mask & mask) == mask) {
		write_fits = true;
	}
	return write_fits && read_fits;
}

void hd_race_check(struct hd_cell *c, unsigned mask, bool write, bool atomic,
                   const struct hd_site *site, uintptr_t a)
{
	if (!(c->flags & HD_CELL_BYTES) && unlikely(!fits(c, mask, write))) {
		if (c->write == hd.cur->epoch && write && c->read == 0 && !atomic &&
		    !(c->flags & HD_CELL_WRITE_ATOMIC)) {
			c->write_mask |= (uint8_t)mask; // same epoch: one record still serves
			return;
		}
		if (c->flags & HD_CELL_READERS || !split(c)) {
			return;
		}
	}
	if (c->flags & HD_CELL_BYTES) {
		check_bytes(c, mask, write, atomic, site, a);
		return;
	}
	if (!(atomic && c->flags & HD_CELL_WRITE_ATOMIC)) {
		check_write(c->write, c->write_site, write, site, a);
	}
	if (!write) {
		note_read(c, mask, atomic, site);
		return;
	}
	if (c->flags & HD_CELL_READERS) {
		check_readers(c, atomic, site, a);
	} else if (!(atomic && c->flags & HD_CELL_READ_ATOMIC)) {
		check_read(c->read, c->read_site, site, a);
	}
	note_write(c, mask, atomic, site);
}
