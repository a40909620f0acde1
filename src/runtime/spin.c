// SPDX-License-Identifier: Apache-2.0
// Spinning, in exhaustive searches: a fiber that makes the same reads of the same values over
// and over, with no other effect, is waiting. It is set aside until someone writes to what it reads. A
// test-and-set that stores what is there already is such a read.
//
// When it is set aside depends on nothing but its own reads and their values, and what wakes it depends on one
// of them: equivalent executions agree on both. Were it woken by every write, dpor, which tries only one order of
// what is independent, would see other numbers of repeats than dfs.
#include "runtime/rng.h"
#include "runtime/rt.h"

#define SPIN_REPEATS 12
#define WATCHED 8 // reads of one round

struct watched {
	uintptr_t object;
	uint64_t value;
	uint32_t size;
	bool known; // its value
};

// The reads of a fiber, by Brent's cycle detection.
struct spin {
	uint64_t execution; // that this is of
	uint64_t anchor;    // key of the read that ends a round
	uint64_t first;     // key of the read after it
	uint64_t round, last_round; // hashes of the reads of this round, and of the one before
	uint32_t length, repeats;
	uint32_t nreads;   // of this round
	unsigned nwatched; // of them; more than there is room for: any
	struct watched watched[WATCHED];
};

unsigned hd_nspinning;
static uint64_t execution;
static struct spin spins[HD_USABLE_FIBERS];

void hd_spin_reset(void)
{
	hd_nspinning = 0;
	execution++;
}

static void forget(struct spin *s)
{
	s->anchor = s->last_round = s->round = 0;
	s->length = s->repeats = s->nreads = 0;
}

static struct spin *spin_of(const struct hd_fiber *f)
{
	struct spin *s = &spins[f->id];

	if (s->execution != execution) {
		s->execution = execution;
		s->nwatched = 0;
		forget(s);
	}
	return s;
}

static uint64_t key_of(const struct hd_op *op, struct watched *read)
{
	uint64_t key = op->object * 31 + (uintptr_t)op->site;

	*read = (struct watched){.object = op->object, .size = op->size};
	read->known = hd_peek(op->object, op->size, &read->value);
	return hd_mix(read->known ? key * 31 + read->value : key);
}

static void watch(struct spin *s, const struct watched *read)
{
	if (s->nreads == 1) {
		s->nwatched = 0;
	}
	if (read->object && s->nwatched < WATCHED) {
		s->watched[s->nwatched] = *read;
	}
	s->nwatched += read->object && s->nwatched <= WATCHED;
}

static void end_round(struct spin *s)
{
	s->repeats = s->round == s->last_round ? s->repeats + 1 : 1;
	s->last_round = s->round;
	s->round = 0;
	s->nreads = 0;
}

void hd_spin_read(const struct hd_fiber *f, const struct hd_op *op)
{
	struct spin *s = spin_of(f);
	struct watched read;

	if (hd_op_changes(op) && op->kind != HD_EV_YIELD && op->kind != HD_EV_FUTEX_WAKE) {
		forget(s);
		return;
	}
	uint64_t key = key_of(op, &read);
	s->length++;
	s->round = hd_mix(s->round * 31 + key);
	if (++s->nreads == 1) {
		s->first = key;
	}
	watch(s, &read);
	if (key == s->anchor) {
		end_round(s);
	} else if ((s->length & (s->length - 1)) == 0) {
		s->anchor = key;
		s->repeats = s->nreads = 0;
		s->round = s->last_round = 0;
	}
}

// Another fiber may have changed what was read first in this round.
static bool reads_the_same_again(const struct spin *s)
{
	for (unsigned i = 0; i < s->nwatched && i < WATCHED; i++) {
		const struct watched *w = &s->watched[i];
		uint64_t value;
		if (w->known && (!hd_peek(w->object, w->size, &value) || value != w->value)) {
			return false;
		}
	}
	return true;
}

void hd_spin_stand(struct hd_fiber *f)
{
	const struct spin *s = spin_of(f);
	struct watched read;

	if (f->spinning) { // picked all the same: what its step is on has changed
		f->spinning = false;
		hd_nspinning--;
	}
	if (s->nreads == 0 && s->repeats >= SPIN_REPEATS && key_of(&f->op, &read) == s->first &&
		reads_the_same_again(s)) {
		hd_nspinning++;
		f->spinning = true;
	}
}

void hd_spin_leave(struct hd_fiber *f)
{
	if (f->spinning) {
		f->spinning = false;
		hd_nspinning--;
		hd_sched_refresh(f);
	}
}

static bool is_watched(const struct spin *s, uintptr_t object, uint32_t size)
{
	bool any = s->nwatched == 0 || s->nwatched > WATCHED;

	for (unsigned i = 0; i < s->nwatched && !any; i++) {
		const struct watched *w = &s->watched[i];
		any = w->object < object + size && object < w->object + w->size;
	}
	return any;
}

void hd_spin_wake(uintptr_t object, uint32_t size)
{
	for (unsigned i = 0; hd_nspinning > 0 && i < hd.nfibers; i++) {
		struct hd_fiber *f = &hd_fibers[i];
		if (f->spinning && f != hd.cur && f->state == HD_FIBER_LIVE &&
			is_watched(&spins[i], object, size ? size : 1)) {
			hd_spin_leave(f);
		}
	}
}

bool hd_spin_wake_all(void)
{
	bool any = false;

	for (unsigned i = 0; i < hd.nfibers; i++) {
		if (hd_fibers[i].state == HD_FIBER_LIVE && hd_fibers[i].spinning) {
			forget(&spins[i]);
			hd_spin_leave(&hd_fibers[i]);
			any = true;
		}
	}
	return any;
}
