// SPDX-License-Identifier: Apache-2.0
// Combinations of two calls after the prefix at hand, and of which of them it is known that they cannot crash
// like that.
#include "strategy/concrash/search.h"

static bool cannot_interfere(const struct hd_coverage *a, const struct hd_coverage *b)
{
	const struct hd_coverage *calls[2 + HD_SEARCH_COMPANY] = {a, b};

	for (unsigned i = 0; i < hd_here.ncompany; i++) {
		calls[2 + i] = hd_here.company[i].coverage;
	}
	switch (hd_wanted->kind) {
	case HD_WANTED_DEADLOCK:
		return hd_prune_by_lock_order(calls, 2 + hd_here.ncompany);
	case HD_WANTED_RACE:
		return hd_prune_by_conflict(a, b);
	default:
		return hd_prune_by_interfere(a, b);
	}
}

// At first by coverage alone; when the level is looked at again, by states too. Both are kept.
static bool is_redundant(struct hd_search *s, const struct hd_coverage *a, const struct hd_coverage *b)
{
	uint64_t key;
	bool known = hd_prune_key(a, b, false, &key) && !hd_search_adds(&s->pairs, key);

	if (known && !s->again) {
		return true;
	}
	return hd_prune_key(a, b, true, &key) && !hd_search_adds(&s->pairs, key);
}

// Which strategy prunes a combination; HD_PRUNE_COUNT: none.
static enum hd_prune pruned_by(struct hd_search *s, const struct hd_search_call *crashing,
	const struct hd_search_call *other)
{
	const struct hd_coverage *a = crashing->coverage, *b = other->coverage;

	if (!a || !b) {
		return HD_PRUNE_EXCEPTION;
	}
	if (hd_search_prunes(s, HD_PRUNE_STACK) && hd_prune_by_stack(a)) {
		return HD_PRUNE_STACK;
	}
	if (hd_search_prunes(s, HD_PRUNE_INTERFERE) && cannot_interfere(a, b)) {
		return HD_PRUNE_INTERFERE;
	}
	// Threads wait for each other at locks, not between accesses.
	if (hd_search_prunes(s, HD_PRUNE_INTERLEAVE) && hd_wanted->kind != HD_WANTED_DEADLOCK &&
		hd_prune_by_interleave(a, b)) {
		return HD_PRUNE_INTERLEAVE;
	}
	return hd_search_prunes(s, HD_PRUNE_REDUNDANT) && is_redundant(s, a, b) ? HD_PRUNE_REDUNDANT : HD_PRUNE_COUNT;
}

static bool assemble(const struct hd_search *s, const struct hd_search_call *crashing,
	const struct hd_search_call *other, struct hd_test *t)
{
	bool more;

	hd_prefixes_load(s, hd_here.node, t);
	t->nthreads = (uint8_t)(2 + hd_here.ncompany);
	bool made = hd_alone_make_call(s, t, 0, crashing, &more) && hd_alone_make_call(s, t, 1, other, &more);
	for (unsigned i = 0; i < hd_here.ncompany && made; i++) {
		made = hd_alone_make_call(s, t, 2 + i, &hd_here.company[i], &more);
	}
	return made;
}

// Which two calls a combination is of: all of one crashing call, then those of the next; or, if it is not known which
// method crashed, one of each in turn.
static bool choose(const struct hd_search *s, const struct hd_search_call **crashing,
	const struct hd_search_call **other)
{
	uint64_t n = hd_wanted_stack()->methods ? hd_here.ncrashing : hd_here.nothers;
	unsigned slow = (unsigned)(s->pair / n), fast = (unsigned)(s->pair % n);
	unsigned i = hd_wanted_stack()->methods ? fast : slow, k = hd_wanted_stack()->methods ? slow : fast;
	const struct hd_search_place *place = &hd_order_others(s, i)[k];

	*crashing = &hd_here.crashing[i];
	*other = &hd_here.others[place->call];
	return !place->deferred && (hd_here.ncompany == 0 || (*other)->function == hd_here.partner);
}

bool hd_pairs_next(struct hd_search *s, struct hd_test *t)
{
	for (; s->pair < (uint64_t)hd_here.ncrashing * hd_here.nothers; s->pair++) {
		const struct hd_search_call *crashing, *other;
		if (!choose(s, &crashing, &other)) {
			continue;
		}
		hd_wanted->count.combinations++;
		enum hd_prune by = pruned_by(s, crashing, other);
		if (by < HD_PRUNE_COUNT) {
			hd_wanted->count.pruned[by]++;
		} else if (assemble(s, crashing, other, t) && hd_search_adds(&s->pairs, hd_alone_hash(t))) {
			hd_wanted->count.explored++;
			s->pair++;
			return true;
		}
	}
	return false;
}
