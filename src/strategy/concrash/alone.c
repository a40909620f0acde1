// SPDX-License-Identifier: Apache-2.0
// Calls executed alone after the prefix at hand. This may cost the worker: the next one goes on with the
// same prefix, and leaves that call out.
#include "runtime/rng.h"
#include "strategy/concrash/candidates.h"
#include "strategy/concrash/search.h"

#include <string.h>

#define ROOM (256u << 20) // for coverage, of one prefix
#define AT_ONCE 64        // calls that are executed before the engine looks at the clock

struct hd_search_here hd_here;

static uint64_t add_calls(uint64_t hash, const struct hd_call_data *c, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		hash = hd_mix(hash ^ c[i].function) + n;
		for (unsigned p = 0; p < hd_function(c[i].function)->nparams; p++) {
			hash = hd_mix(hash ^ (uint64_t)c[i].args[p].value) + c[i].args[p].source;
		}
	}
	return hash;
}

uint64_t hd_alone_hash(const struct hd_test *t)
{
	uint64_t hash = add_calls(t->nthreads, t->prefix, t->nprefix);

	for (unsigned i = 0; i < HD_TEST_THREADS; i++) {
		hash = add_calls(hash + i, t->suffix[i], t->nsuffix[i]);
	}
	return hash | 1; // 0 is none
}

static bool is_bad(const struct hd_search *s, uint64_t hash)
{
	for (unsigned i = 0; i < s->nbad; i++) {
		if (s->bad[i] == hash) {
			return true;
		}
	}
	return false;
}

void hd_alone_note_death(struct hd_search *s)
{
	if (s->at_hand && s->nbad < HD_SEARCH_BAD) {
		s->bad[s->nbad++] = s->at_hand;
	}
	s->at_hand = 0;
}

// The coverage of the one call of suffix 0; NULL: it did not come to an end.
static struct hd_coverage *execute_alone(struct hd_search *s, const struct hd_test *t)
{
	static struct hd_coverage whole;
	uint64_t hash = hd_alone_hash(t);

	if (is_bad(s, hash)) {
		return NULL;
	}
	s->at_hand = hash;
	hd_sequence_run(t, 0, &hd_here.start, hd_points_near, &whole);
	s->at_hand = 0;
	size_t size = (offsetof(struct hd_coverage, touches) + whole.ntouches * sizeof(*whole.touches) + 15) & ~15ull;
	if (whole.verdict != HD_VERDICT_NONE || hd_here.used + size > ROOM) {
		return NULL;
	}
	struct hd_coverage *kept = (struct hd_coverage *)(hd_here.room + hd_here.used);
	memcpy(kept, &whole, size);
	hd_here.used += size;
	return kept;
}

// A crash that needs one thread only is remembered, and told if this level has no other.
static void note_sequential(struct hd_search *s, const struct hd_test *t)
{
	if (!s->has_sequential && hd_match_fault(&hd.record.fault) >= HD_MATCH_FUNCTIONS) {
		s->has_sequential = true;
		s->sequential = *t;
		s->sequential.nthreads = 1;
		s->sequential_level = hd_wanted->count.level;
	}
}

// How many calls were made and left out (PS-Exception) is counted with their combinations.
static void add_call(struct hd_search_call *to, unsigned *n, struct hd_search_call c)
{
	if (*n < HD_SEARCH_CALLS) {
		to[(*n)++] = c;
	}
}

bool hd_alone_make_call(const struct hd_search *s, struct hd_test *t, unsigned thread, const struct hd_search_call *c,
	bool *more)
{
	return hd_candidate_call(t, thread, c->function, c->number, s->seed, c->many, more);
}

static void try_candidate(struct hd_search *s, uint16_t function, unsigned number, bool many, bool *more)
{
	struct hd_test t;

	hd_prefixes_load(s, hd_here.node, &t);
	if (!hd_candidate_call(&t, 0, function, number, s->seed, many, more)) {
		return;
	}
	struct hd_search_call c = {
		.function = function,
		.number = (uint8_t)number,
		.many = many,
		.coverage = execute_alone(s, &t),
		.order = hd_mix(s->seed ^ hd_mix(function * 64u + number + 1)),
	};
	bool crashing = hd_wanted_is_method(hd_wanted_stack(), function);
	if (!c.coverage && crashing) {
		note_sequential(s, &t);
	}
	// What takes something away comes first.
	c.turn = number + (hd_candidate_takes_away(&t.suffix[0][0]) ? 0 : HD_SEARCH_PER_FUNCTION);
	if (crashing) {
		bool reached = c.coverage && !hd_prune_by_stack(c.coverage);
		hd_wanted->count.reached += reached;
		hd_here.reached |= reached;
		if (hd_here.insisted && !reached) {
			return;
		}
		add_call(hd_here.crashing, &hd_here.ncrashing, c);
	}
	if (!hd_here.insisted) {
		add_call(hd_here.others, &hd_here.nothers, c);
	}
}

// A crashing call that does not come to the point of failure is of no use: perhaps one with another value does.
static bool must_insist(const struct hd_search *s)
{
	return !hd_here.reached && !s->again && hd_search_prunes(s, HD_PRUNE_STACK);
}

static void insist(struct hd_search *s)
{
	hd_here.insisted = true;
	for (unsigned i = 0; i < s->class->nmethods; i++) {
		bool more = hd_wanted_is_method(hd_wanted_stack(), s->class->methods[i]);
		for (unsigned number = 0; number < HD_SEARCH_PER_FUNCTION && more; number++) {
			try_candidate(s, s->class->methods[i], number, true, &more);
		}
	}
}

bool hd_alone_execute(struct hd_search *s)
{
	for (unsigned n = 0; hd_here.function < s->class->nmethods; n++) {
		bool more;
		if (n == AT_ONCE) {
			return false;
		}
		try_candidate(s, s->class->methods[hd_here.function], hd_here.number, s->again, &more);
		hd_here.number++;
		if (!more || hd_here.number == HD_SEARCH_PER_FUNCTION) {
			hd_here.function++;
			hd_here.number = 0;
		}
	}
	if (must_insist(s)) {
		insist(s);
	}
	return true;
}

bool hd_alone_enter(struct hd_search *s, const struct hd_search_node *n)
{
	struct hd_test t;

	if (!hd_here.room) {
		hd_here.room = hd_private_alloc(ROOM);
		hd_here.places = hd_private_alloc(sizeof(*hd_here.places) * HD_SEARCH_CALLS * HD_SEARCH_CALLS);
	}
	hd_here.node = n;
	hd_here.ncrashing = hd_here.nothers = hd_here.function = hd_here.number = 0;
	hd_here.ready = hd_here.reached = hd_here.insisted = false;
	hd_here.used = 0;
	hd_prefixes_load(s, n, &t);
	uint64_t hash = hd_alone_hash(&t);
	if (is_bad(s, hash)) {
		return false;
	}
	s->at_hand = hash;
	hd_sequence_start(&t, &hd_here.start);
	s->at_hand = 0;
	// Roots are not compared when they are made.
	bool root = hd_wanted->count.level == 0 && !s->again;
	bool seen = root && !s->entered && hd_here.start.has_state && !hd_search_adds(&s->states, hd_here.start.state);
	s->entered = true;
	return hd_here.start.verdict == HD_VERDICT_NONE && !seen;
}
