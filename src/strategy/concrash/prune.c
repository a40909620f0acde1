// SPDX-License-Identifier: Apache-2.0
#include "strategy/concrash/prune.h"
#include "runtime/rng.h"
#include "runtime/table.h"

#define LOCK_BYTES 8 // of a lock, that locking it reads

bool hd_prune_by_stack(const struct hd_coverage *crashing)
{
	return !(crashing->reached & HD_NEAR_POINT);
}

// What it reads: a lock that is taken or released is read, too.
static bool reads(const struct hd_seq_touch *t)
{
	return t->does & (HD_SEQ_READS | HD_SEQ_ACQUIRES | HD_SEQ_RELEASES);
}

static bool overlap(const struct hd_seq_touch *a, const struct hd_seq_touch *b)
{
	uint32_t least_a = a->does & (HD_SEQ_ACQUIRES | HD_SEQ_RELEASES) ? LOCK_BYTES : a->size;

	return a->address < b->address + b->size && b->address < a->address + least_a;
}

bool hd_prune_by_interfere(const struct hd_coverage *crashing, const struct hd_coverage *other)
{
	if (!crashing->complete || !other->complete) {
		return false;
	}
	for (unsigned k = 0; k < other->ntouches; k++) {
		const struct hd_seq_touch *w = &other->touches[k];
		for (unsigned i = 0; i < crashing->ntouches && w->does & HD_SEQ_WRITES; i++) {
			if (reads(&crashing->touches[i]) && overlap(&crashing->touches[i], w)) {
				return false;
			}
		}
	}
	return true;
}

bool hd_prune_by_conflict(const struct hd_coverage *a, const struct hd_coverage *b)
{
	if (!a->complete || !b->complete) {
		return false;
	}
	for (unsigned i = 0; i < a->ntouches; i++) {
		for (unsigned k = 0; k < b->ntouches; k++) {
			const struct hd_seq_touch *one = &a->touches[i], *other = &b->touches[k];
			if ((one->does | other->does) & HD_SEQ_WRITES && overlap(one, other)) {
				return false;
			}
		}
	}
	return true;
}

// From `held` by calls that are not used yet (a bit each) back to `first`?
static bool can_close_circle(const struct hd_coverage *const *calls, unsigned n, unsigned used, uintptr_t held,
	uintptr_t first)
{
	for (unsigned i = 0; i < n; i++) {
		for (unsigned k = 0; !(used >> i & 1) && k < calls[i]->norders; k++) {
			uintptr_t taken = calls[i]->orders[k].taken;
			if (calls[i]->orders[k].held == held &&
				(taken == first || can_close_circle(calls, n, used | 1u << i, taken, first))) {
				return true;
			}
		}
	}
	return false;
}

bool hd_prune_by_lock_order(const struct hd_coverage *const *calls, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!calls[i]->complete || calls[i]->waits) {
			return false;
		}
	}
	for (unsigned i = 0; i < n; i++) {
		for (unsigned k = 0; k < calls[i]->norders; k++) {
			if (can_close_circle(calls, n, 1u << i, calls[i]->orders[k].taken, calls[i]->orders[k].held)) {
				return false;
			}
		}
	}
	return true;
}

// A lock in both, unless both only read under it.
static bool have_common_lock(const struct hd_seq_history *a, const struct hd_seq_history *b)
{
	for (unsigned i = 0; i < a->n; i++) {
		for (unsigned k = 0; k < b->n; k++) {
			if (a->held[i].lock == b->held[k].lock && !(a->held[i].shared && b->held[k].shared)) {
				return true;
			}
		}
	}
	return false;
}

// The lock histories that accesses have.
static uint64_t histories_of_accesses(const struct hd_coverage *c)
{
	uint64_t set = 0;

	for (unsigned i = 0; i < c->ntouches; i++) {
		if (c->touches[i].does & (HD_SEQ_READS | HD_SEQ_WRITES)) {
			set |= 1ull << c->touches[i].history;
		}
	}
	return set;
}

bool hd_prune_by_interleave(const struct hd_coverage *a, const struct hd_coverage *b)
{
	if (!a->complete || !b->complete) {
		return false;
	}
	for (uint64_t i = histories_of_accesses(a); i; i &= i - 1) {
		for (uint64_t k = histories_of_accesses(b); k; k &= k - 1) {
			if (!have_common_lock(&a->histories[__builtin_ctzll(i)], &b->histories[__builtin_ctzll(k)])) {
				return false;
			}
		}
	}
	return true;
}

// ---- redundancy ---------------------------------------------------------------------

#define MOST_OBJECTS 4096 // a power of two

static struct hd_table_entry entries[2 * MOST_OBJECTS];

// Objects are numbered as they come up, in both calls together: it counts where they meet.
static bool add_touches(struct hd_table *objects, const struct hd_coverage *c, bool states, uint64_t *hash)
{
	for (unsigned i = 0; i < c->ntouches; i++) {
		const struct hd_seq_touch *t = &c->touches[i];
		uint32_t object = hd_table_number(objects, t->block ? t->block : t->address);
		if (object == HD_TABLE_NONE) {
			return false;
		}
		*hash = hd_mix(*hash ^ ((uint64_t)t->site << 8 | t->does)) + t->size;
		*hash = hd_mix(*hash ^ ((uint64_t)object << 32 | (t->block ? t->address - t->block : 0)));
	}
	*hash = hd_mix(*hash ^ (states ? c->state : 0));
	return true;
}

bool hd_prune_key(const struct hd_coverage *crashing, const struct hd_coverage *other, bool states, uint64_t *key)
{
	static uint32_t round;
	struct hd_table objects;

	bool known = crashing->has_state && other->has_state;
	if (!crashing->complete || !other->complete || (states && !known)) {
		return false;
	}
	hd_table_init(&objects, entries, 2 * MOST_OBJECTS);
	objects.round = ++round;
	*key = states;
	return add_touches(&objects, crashing, states, key) && add_touches(&objects, other, states, key);
}

// ---- order --------------------------------------------------------------------------

// Is what `t` reads gone after `w`: freed, or a pointer that was set to NULL?
static bool takes_away(const struct hd_seq_touch *w, const struct hd_seq_touch *t)
{
	return w->does & HD_SEQ_FREES || (w->does & HD_SEQ_ZEROES && t->does & HD_SEQ_POINTER);
}

// Of one access of the crashing call; the lower the likelier.
static unsigned rank_touch(const struct hd_seq_touch *t, const struct hd_coverage *other, bool memory)
{
	unsigned rank = HD_RANKS - 1, far = t->near & HD_NEAR_POINT ? 0 : 1;

	for (unsigned k = 0; k < other->ntouches; k++) {
		const struct hd_seq_touch *w = &other->touches[k];
		if (w->does & HD_SEQ_WRITES && overlap(t, w)) {
			unsigned here = far + (memory && !takes_away(w, t) ? 2 : 0);
			rank = here < rank ? here : rank;
		}
	}
	return rank;
}

unsigned hd_prune_rank(const struct hd_coverage *crashing, const struct hd_coverage *other, bool memory)
{
	unsigned rank = HD_RANKS - 1;

	for (unsigned i = 0; i < crashing->ntouches && rank > 0; i++) {
		const struct hd_seq_touch *t = &crashing->touches[i];
		if (t->near && reads(t)) {
			unsigned here = rank_touch(t, other, memory);
			rank = here < rank ? here : rank;
		}
	}
	return rank;
}

static bool was_read_before(const struct hd_coverage *c, unsigned index)
{
	for (unsigned i = 0; i < index; i++) {
		if (c->touches[i].does & HD_SEQ_READS && overlap(&c->touches[i], &c->touches[index])) {
			return true;
		}
	}
	return false;
}

unsigned hd_prune_read_again(const struct hd_coverage *crashing)
{
	unsigned n = 0, until = 0;

	for (unsigned i = 0; i < crashing->ntouches; i++) {
		until = crashing->touches[i].near & HD_NEAR_POINT ? i : until;
	}
	for (unsigned i = 0; i < until; i++) {
		n += crashing->touches[i].does & HD_SEQ_READS && was_read_before(crashing, i);
	}
	return n;
}
