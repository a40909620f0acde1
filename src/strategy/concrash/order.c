// SPDX-License-Identifier: Apache-2.0
// Which calls after the prefix at hand come first: the crashing call's values as they come, for each of them
// the likeliest other call first. What is left of equal calls is the seed's to decide. If the method is not known,
// each that it may have been has its turn before one has its next.
#include "strategy/concrash/search.h"

#include <string.h>

static bool is_later(const struct hd_search_call *a, const struct hd_search_call *b)
{
	return a->rank != b->rank ? a->rank > b->rank : a->order > b->order;
}

// Into the places, by rank.
static void sort(const struct hd_search_call *calls, struct hd_search_place *places, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		places[i] = (struct hd_search_place){.call = (uint16_t)i};
	}
	for (unsigned gap = n / 2; gap > 0; gap /= 2) {
		for (unsigned i = gap; i < n; i++) {
			struct hd_search_place place = places[i];
			unsigned k = i;
			for (; k >= gap && is_later(&calls[places[k - gap].call], &calls[place.call]); k -= gap) {
				places[k] = places[k - gap];
			}
			places[k] = place;
		}
	}
}

// Of a deadlock, what the other threads were doing is known.
static bool is_of_another_stack(uint16_t function)
{
	for (unsigned i = 0; i < hd_wanted->n; i++) {
		const struct hd_wanted_stack *w = &hd_wanted->stacks[i];
		if (i != hd_wanted->at && w->crashed && w->method == function) {
			return true;
		}
	}
	return false;
}

static unsigned likelihood(const struct hd_search_call *crashing, const struct hd_search_call *other)
{
	bool memory = hd_match_is_memory(hd_wanted->kind);

	return !crashing->coverage || !other->coverage ? HD_RANKS
						       : hd_prune_rank(crashing->coverage, other->coverage, memory);
}

// First what the other call does to what is read on the crash's stack. Then each function has its turn
// before one has its next: those on other stacks of the crash first, then the crashing one itself.
static unsigned rank_of(const struct hd_search_call *crashing, const struct hd_search_call *other)
{
	unsigned by_function = is_of_another_stack(other->function) ? 0 : other->function == crashing->function ? 1 : 2;

	return (likelihood(crashing, other) * HD_SEARCH_PER_FUNCTION + other->turn) * 3 + by_function;
}

// A stack without lines does not tell which access was bad, and every call of the method seems to come there. What
// takes nothing away from it is then less likely than what does after another prefix.
static bool is_deferred(const struct hd_search *s, unsigned rank)
{
	unsigned likely = rank / 3 / HD_SEARCH_PER_FUNCTION;

	return !s->again && hd_wanted_stack()->chain.lines[0] == 0 && hd_match_is_bad_pointer(hd_wanted->kind) &&
		likely >= HD_RANK_WRITES && likely < HD_RANKS;
}

// Turns become consecutive among the calls of one function, which lie one after the other.
static void count_turns(void)
{
	static unsigned turns[HD_SEARCH_CALLS];

	for (unsigned i = 0; i < hd_here.nothers; i++) {
		turns[i] = hd_here.others[i].turn;
	}
	for (unsigned from = 0, to; from < hd_here.nothers; from = to) {
		for (to = from + 1;
			to < hd_here.nothers && hd_here.others[to].function == hd_here.others[from].function;) {
			to++;
		}
		for (unsigned i = from; i < to; i++) {
			hd_here.others[i].turn = 0;
			for (unsigned k = from; k < to; k++) {
				hd_here.others[i].turn += turns[k] < turns[i];
			}
		}
	}
}

const struct hd_search_place *hd_order_others(const struct hd_search *s, unsigned crashing)
{
	struct hd_search_place *places = hd_here.places + (size_t)crashing * HD_SEARCH_CALLS;
	bool ranks = hd_search_prunes(s, HD_PRUNE_RANK);

	if (hd_here.ordered[crashing]) {
		return places;
	}
	for (unsigned i = 0; i < hd_here.nothers; i++) {
		hd_here.others[i].rank = ranks ? rank_of(&hd_here.crashing[crashing], &hd_here.others[i]) : 0;
	}
	sort(hd_here.others, places, hd_here.nothers);
	for (unsigned i = 0; i < hd_here.nothers; i++) {
		places[i].deferred = ranks && is_deferred(s, hd_here.others[places[i].call].rank);
	}
	hd_here.ordered[crashing] = true;
	return places;
}

// Those that come to the point of failure first, the plainest of them first. If the method is not known, of these the
// one that reads most again on the way there: each time it may have changed.
static void rank_crashing(struct hd_search_call *c)
{
	bool reaches = c->coverage && !hd_prune_by_stack(c->coverage);

	c->rank = (reaches ? 0 : HD_SEARCH_PER_FUNCTION) + c->number;
	c->order = UINT64_MAX - (reaches && hd_wanted_stack()->methods ? hd_prune_read_again(c->coverage) : 0);
}

static void order_crashing(const struct hd_search *s)
{
	static struct hd_search_call sorted[HD_SEARCH_CALLS];
	static struct hd_search_place places[HD_SEARCH_CALLS];

	for (unsigned i = 0; i < hd_here.ncrashing && hd_search_prunes(s, HD_PRUNE_RANK); i++) {
		rank_crashing(&hd_here.crashing[i]);
	}
	sort(hd_here.crashing, places, hd_here.ncrashing);
	for (unsigned i = 0; i < hd_here.ncrashing; i++) {
		sorted[i] = hd_here.crashing[places[i].call];
	}
	memcpy(hd_here.crashing, sorted, hd_here.ncrashing * sizeof(*sorted));
}

// The plain call of a function, executed alone; NULL: it has none that comes to its end.
static const struct hd_search_call *plain_call(int function)
{
	for (unsigned i = 0; i < hd_here.nothers; i++) {
		const struct hd_search_call *c = &hd_here.others[i];
		if (c->function == function && c->number == 0 && c->coverage) {
			return c;
		}
	}
	return NULL;
}

static void gather_company(void)
{
	hd_here.ncompany = 0;
	hd_here.partner = -1;
	for (unsigned i = 0; i < hd_wanted->n && hd_wanted->kind == HD_WANTED_DEADLOCK; i++) {
		const struct hd_wanted_stack *w = &hd_wanted->stacks[i];
		if (i == hd_wanted->at || !w->crashed || w->method < 0) {
			continue;
		}
		const struct hd_search_call *plain = plain_call(w->method);
		if (hd_here.partner < 0) {
			hd_here.partner = w->method;
		} else if (plain && hd_here.ncompany < HD_SEARCH_COMPANY) {
			hd_here.company[hd_here.ncompany++] = *plain;
		}
	}
}

void hd_order_begin(const struct hd_search *s)
{
	memset(hd_here.ordered, 0, sizeof(hd_here.ordered));
	order_crashing(s);
	count_turns();
	gather_company();
}
