// SPDX-License-Identifier: Apache-2.0
// Which calls after the prefix at hand come first: the crashing call's values as they come, for each of them
// the likeliest other call first. What is left of equal calls is the seed's to decide.
#include "strategy/concrash/search.h"

static bool is_later(const struct hd_search_call *a, const struct hd_search_call *b)
{
	return a->rank != b->rank ? a->rank > b->rank : a->order > b->order;
}

static void sort(struct hd_search_call *calls, unsigned n)
{
	for (unsigned gap = n / 2; gap > 0; gap /= 2) {
		for (unsigned i = gap; i < n; i++) {
			struct hd_search_call c = calls[i];
			unsigned k = i;
			for (; k >= gap && is_later(&calls[k - gap], &c); k -= gap) {
				calls[k] = calls[k - gap];
			}
			calls[k] = c;
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

// First what the other call does to what is read on the crash's stack. Then each function has its turn
// before one has its next: those on other stacks of the crash first, then the crashing one itself.
static unsigned rank_of(const struct hd_search_call *crashing, const struct hd_search_call *other)
{
	bool memory = hd_match_is_memory(hd_wanted->kind);
	unsigned rank = !crashing->coverage || !other->coverage
		? HD_RANKS
		: hd_prune_rank(crashing->coverage, other->coverage, memory);
	unsigned by_function = is_of_another_stack(other->function) ? 0 : other->function == crashing->function ? 1 : 2;

	return (rank * HD_SEARCH_PER_FUNCTION + other->turn) * 3 + by_function;
}

// The how manieth a call is of those of its function, which lie one after the other.
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

void hd_order_others(const struct hd_search *s, unsigned crashing)
{
	if (hd_here.ranked_for == crashing + 1) {
		return;
	}
	for (unsigned i = 0; i < hd_here.nothers; i++) {
		hd_here.others[i].rank = hd_search_prunes(s, HD_PRUNE_RANK)
			? rank_of(&hd_here.crashing[crashing], &hd_here.others[i])
			: 0;
	}
	sort(hd_here.others, hd_here.nothers);
	hd_here.ranked_for = crashing + 1;
}

// Those that come to the point of failure first, the plainest of them first.
static void order_crashing(const struct hd_search *s)
{
	for (unsigned i = 0; i < hd_here.ncrashing; i++) {
		struct hd_search_call *c = &hd_here.crashing[i];
		if (hd_search_prunes(s, HD_PRUNE_RANK)) {
			c->rank = !c->coverage || hd_prune_by_stack(c->coverage);
			c->order = c->number;
		}
	}
	sort(hd_here.crashing, hd_here.ncrashing);
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
	order_crashing(s);
	count_turns();
	gather_company();
}
