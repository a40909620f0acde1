// SPDX-License-Identifier: Apache-2.0
#include "schedule/tsa/controller.h"

void hd_tsa_controller_init(struct hd_tsa_controller *c, struct hd_sync_pairs *pairs)
{
	c->pairs = pairs;
	c->rule3 = true;
	c->nwords = 1;
}

void hd_tsa_controller_begin(struct hd_tsa_controller *c)
{
	for (unsigned w = 0; w < HD_SET_WORDS; w++) {
		c->paused[w] = 0;
	}
}

static void pause(struct hd_tsa_controller *c, unsigned p)
{
	c->paused[p / 64] |= 1ull << (p % 64);
	c->pairs->locks[c->pending[p].lock].paused++;
}

void hd_tsa_controller_resume(struct hd_tsa_controller *c, unsigned p)
{
	if (hd_tsa_controller_is_paused(c, p)) {
		c->paused[p / 64] &= ~(1ull << (p % 64));
		c->pairs->locks[c->pending[p].lock].paused--;
	}
}

// ---- the three rules ---------------------------------------------------------------

// Would taking the lock now complete a pair that is wanted?
static bool completes(const struct hd_tsa_controller *c, unsigned p)
{
	const struct hd_tsa_pending *a = &c->pending[p];
	uint16_t last = c->pairs->locks[a->lock].last;
	return last != HD_SYNC_NOWHERE && hd_sync_pairs_wants(c->pairs, last, a->place);
}

// Would it begin one that another of the set could complete?
static bool begins(const struct hd_tsa_controller *c, const uint8_t *set, unsigned n, unsigned p)
{
	const struct hd_tsa_pending *a = &c->pending[p];

	if (c->pairs->firsts[a->place] == 0 || c->pairs->locks[a->lock].paused < 2) {
		return false;
	}
	for (unsigned i = 0; i < n; i++) {
		const struct hd_tsa_pending *b = &c->pending[set[i]];
		if (set[i] != p && b->lock == a->lock && hd_sync_pairs_wants(c->pairs, a->place, b->place)) {
			return true;
		}
	}
	return false;
}

static unsigned keep_least_wanted(const struct hd_tsa_controller *c, const uint8_t *set, unsigned n, uint8_t *best)
{
	uint32_t least = UINT32_MAX;
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++) {
		uint32_t here = c->pairs->relevant[c->pending[set[i]].place];
		if (here < least) {
			least = here;
			count = 0;
		}
		if (here == least) {
			best[count++] = set[i];
		}
	}
	return count;
}

// Those of the set whom the first rule that applies would let go; how many.
static unsigned candidates(struct hd_tsa_controller *c, const uint8_t *set, unsigned n, uint8_t *out)
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++) {
		if (completes(c, set[i])) {
			out[count++] = set[i];
		}
	}
	if (count > 0) {
		c->pairs->rules[1]++;
		return count;
	}
	for (unsigned i = 0; i < n; i++) {
		if (begins(c, set, n, set[i])) {
			out[count++] = set[i];
		}
	}
	if (count > 0) {
		c->pairs->rules[2]++;
		return count;
	}
	if (c->rule3) {
		c->pairs->rules[3]++;
		return keep_least_wanted(c, set, n, out);
	}
	c->pairs->rules[0]++;
	for (unsigned i = 0; i < n; i++) {
		out[i] = set[i];
	}
	return n;
}

int hd_tsa_controller_release(struct hd_tsa_controller *c, const uint64_t *enabled)
{
	uint8_t set[HD_MAX_FIBERS], out[HD_MAX_FIBERS];
	unsigned n = 0;

	for (unsigned w = 0; w < c->nwords; w++) {
		for (uint64_t bits = c->paused[w] & enabled[w]; bits; bits &= bits - 1) {
			set[n++] = (uint8_t)(64 * w + (unsigned)__builtin_ctzll(bits));
		}
	}
	if (n == 0) {
		return -1;
	}
	unsigned p = out[c->draw % candidates(c, set, n, out)];
	hd_tsa_controller_resume(c, p);
	return (int)p;
}

// ---- the algorithm ---------------------------------------------------------------------

static bool is_wanted(const struct hd_tsa_controller *c, unsigned p)
{
	const struct hd_tsa_pending *a = &c->pending[p];
	return a->lock != HD_SYNC_NO_LOCK && a->place != HD_SYNC_NOWHERE &&
		(c->pairs->relevant[a->place] > 0 || c->pairs->locks[a->lock].paused > 0);
}

bool hd_tsa_controller_step(struct hd_tsa_controller *c, const uint64_t *enabled, unsigned p)
{
	bool all = true;

	if (is_wanted(c, p)) {
		pause(c, p);
	}
	for (unsigned w = 0; w < c->nwords; w++) {
		all &= (enabled[w] & ~c->paused[w]) == 0;
	}
	if (all) {
		hd_tsa_controller_release(c, enabled);
	}
	return !hd_tsa_controller_is_paused(c, p);
}
