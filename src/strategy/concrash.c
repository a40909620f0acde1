// SPDX-License-Identifier: Apache-2.0
// ConCrash (Bianchi, Pezze and Terragni, FSE 2017): from the stack of a crash to a test that
// reproduces it. A tree of prefixes, breadth first, from every constructor; after each prefix the
// crashing method in one thread and every candidate in another. Both are executed alone first, and
// what this shows (gen/sequence.h) tells which pairs cannot crash like that (concrash/prune.h). The
// engine explores the schedules of those that are left.
//
// PS-Redundant goes by coverage, which has no values; where these matter, it would cost the crash. So a
// level is looked at twice: at first with the values that represent a parameter, and when the next level has
// been looked at with many, and with combinations that have the coverage of an earlier one, but other states.
//
// All combinations of one prefix are looked at together, so that they can be ordered: the crashing
// call's values as they come, for each of them the likeliest other call first. What is left of equal
// calls is the seed's to decide. A prefix is extended by every call that leaves a new state; those
// that write what the crashing call reads come first.
//
// A deadlock of three threads or more says what each of them called: the values of two calls vary, the
// others (`company`) are plain.
//
// Executing a call alone may cost the worker. The next one goes on with the same prefix, leaves that
// call out, and skips the combinations that are done (`pair`): the same seed gives the same list.
#include "strategy/concrash.h"
#include "runtime/rng.h"
#include "runtime/table.h"
#include "strategy/concrash/candidates.h"
#include "strategy/concrash/prune.h"

#include <string.h>

#define MOST_NODES 8192   // of a level
#define MOST_CALLS 2048   // candidates after one prefix
#define MOST_PER_FUNCTION 32
#define MOST_BAD 256
#define MOST_BYTES (96u << 20) // of all prefixes
#define TABLE (1u << 17)
#define ROOM (256u << 20) // for coverage, of one prefix
#define AT_ONCE 64        // calls that are executed alone before the engine looks at the clock
#define PATIENCE 64       // prefixes none of which comes to the point of failure
#define MOST_COMPANY (HD_TEST_THREADS - 2)

struct node {
	uint8_t nprefix, shared;
	bool gives_away;
	struct hd_call_data prefix[]; // nprefix
};

struct level {
	struct node *nodes[MOST_NODES];
	unsigned n;
};

struct state {
	const struct hd_class *class;
	uint32_t prune; // mask of 1 << HD_PRUNE_*
	uint64_t seed;
	struct level levels[3];  // the last one, this one and the next, in turn
	bool again;              // the last one is looked at for the second time
	struct level later;      // of the next one: those that do not interfere
	unsigned at;             // node of this level
	bool entered;            // its state has been compared with others
	uint64_t pair;           // combinations of that node that are done
	uint64_t barren;         // prefixes since something came to the point
	struct hd_table states, pairs; // seen
	uint64_t bad[MOST_BAD], at_hand; // calls that cost a worker, and the one that is being made
	unsigned nbad;
	size_t bytes;   // of prefixes
	bool exhausted;
	bool has_sequential; // a test with one thread shows the crash,
	struct hd_test sequential;
	unsigned sequential_level;
};

// The prefix at hand, in this process only.
struct call {
	uint16_t function;
	uint8_t number;
	bool many; // number counts many values
	struct hd_coverage *coverage;
	unsigned turn;  // when it comes among the calls of its function
	uint64_t order; // the seed's
	unsigned rank;
};

static struct {
	const struct node *node; // NULL: none
	struct hd_seq_start start;
	struct call crashing[MOST_PER_FUNCTION], others[MOST_CALLS];
	unsigned ncrashing, nothers;
	unsigned function, number; // of the next candidate
	bool reached;              // a crashing call comes to the point of failure
	bool insisted;             // it was tried with many values
	bool ready;
	struct call company[MOST_COMPANY]; // of the third thread and further
	unsigned ncompany;
	int partner; // with company: the function of the second thread
	char *room;
	size_t used;
	unsigned ranked_for; // crashing call that the others are in order for, + 1
} here;

static bool prunes(const struct state *s, enum hd_prune by)
{
	return s->prune >> by & 1;
}

// ---- prefixes ---------------------------------------------------------------------------

static void load(const struct state *s, const struct node *n, struct hd_test *t)
{
	memset(t, 0, offsetof(struct hd_test, prefix));
	t->class = s->class->number;
	t->nprefix = n->nprefix;
	t->shared = n->shared;
	t->gives_away = n->gives_away;
	memcpy(t->prefix, n->prefix, n->nprefix * sizeof(*t->prefix));
}

// What there is no room for is left out, which is told in the end.
static void add_node(struct state *s, struct level *l, const struct hd_test *t)
{
	size_t size = sizeof(struct node) + t->nprefix * sizeof(*t->prefix);

	if (l->n == MOST_NODES || s->bytes + size > MOST_BYTES) {
		hd_wanted->count.left_out++;
		return;
	}
	struct node *n = hd_persist_alloc(size);
	s->bytes += size;
	n->nprefix = t->nprefix;
	n->shared = t->shared;
	n->gives_away = t->gives_away;
	memcpy(n->prefix, t->prefix, t->nprefix * sizeof(*n->prefix));
	l->nodes[l->n++] = n;
}

// The level that is looked at.
static struct level *this_level(struct state *s)
{
	return &s->levels[(hd_wanted->count.level + (s->again ? 2 : 0)) % 3];
}

static struct level *next_level(struct state *s)
{
	return &s->levels[(hd_wanted->count.level + 1) % 3];
}

// Roots: every constructor with every value; a module has none.
static void plant(struct state *s)
{
	struct hd_test t;
	uint16_t class = s->class->number;

	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		bool more = hd_function((uint16_t)i)->makes == class && hd_facts[i].usable;
		for (unsigned k = 0; more && k < MOST_PER_FUNCTION; k++) {
			if (hd_candidate_root(&t, class, (uint16_t)i, k, s->seed, &more)) {
				add_node(s, this_level(s), &t);
			}
		}
	}
	if (this_level(s)->n == 0 && hd_build_begin(&t, class, &s->seed, true)) {
		add_node(s, this_level(s), &t);
	}
}

static void begin_search(struct state *s)
{
	memset(s->levels, 0, sizeof(s->levels));
	s->later.n = 0;
	s->at = 0;
	s->again = s->entered = false;
	s->pair = s->barren = 0;
	hd_wanted->count.level = 0;
	hd_table_clear(&s->states);
	hd_table_clear(&s->pairs);
	plant(s);
}

static void init_table(struct hd_table *t)
{
	hd_table_init(t, hd_persist_alloc(TABLE * sizeof(struct hd_table_entry)), TABLE);
}

static void begin(void *state, const struct hd_class *class)
{
	struct state *s = state;

	s->class = class;
	init_table(&s->states);
	init_table(&s->pairs);
}

// True: it was not there.
static bool add_key(struct hd_table *t, uint64_t key)
{
	struct hd_table_entry *e = hd_table_at(t, key);

	if (!hd_table_is_free(t, e)) {
		return false;
	}
	if (!hd_table_is_full(t)) {
		hd_table_add(t, e, key);
	}
	return true;
}

// ---- calls, alone -----------------------------------------------------------------------

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

static uint64_t hash_of_test(const struct hd_test *t)
{
	uint64_t hash = add_calls(t->nthreads, t->prefix, t->nprefix);

	for (unsigned i = 0; i < HD_TEST_THREADS; i++) {
		hash = add_calls(hash + i, t->suffix[i], t->nsuffix[i]);
	}
	return hash | 1; // 0 is none
}

static bool is_bad(const struct state *s, uint64_t hash)
{
	for (unsigned i = 0; i < s->nbad; i++) {
		if (s->bad[i] == hash) {
			return true;
		}
	}
	return false;
}

// A worker before this one did not come back from a call.
static void note_death(struct state *s)
{
	if (s->at_hand && s->nbad < MOST_BAD) {
		s->bad[s->nbad++] = s->at_hand;
	}
	s->at_hand = 0;
}

// The coverage of the one call of suffix 0; NULL: it did not come to an end.
static struct hd_coverage *execute_alone(struct state *s, const struct hd_test *t)
{
	static struct hd_coverage whole;
	uint64_t hash = hash_of_test(t);

	if (is_bad(s, hash)) {
		return NULL;
	}
	s->at_hand = hash;
	hd_sequence_run(t, 0, &here.start, hd_points_near, &whole);
	s->at_hand = 0;
	size_t size = (offsetof(struct hd_coverage, touches) + whole.ntouches * sizeof(*whole.touches) + 15) & ~15ull;
	if (whole.verdict != HD_VERDICT_NONE || here.used + size > ROOM) {
		return NULL;
	}
	struct hd_coverage *kept = (struct hd_coverage *)(here.room + here.used);
	memcpy(kept, &whole, size);
	here.used += size;
	return kept;
}

// A crash that needs one thread only is remembered, and told if this level has no other.
static void note_sequential(struct state *s, const struct hd_test *t)
{
	if (!s->has_sequential && hd_match_fault(&hd.record.fault) >= HD_MATCH_FUNCTIONS) {
		s->has_sequential = true;
		s->sequential = *t;
		s->sequential.nthreads = 1;
		s->sequential_level = hd_wanted->count.level;
	}
}

// How many calls were made and left out (PS-Exception) is counted with their combinations.
static void add_call(struct call *to, unsigned *n, unsigned most, struct call c)
{
	if (*n < most) {
		to[(*n)++] = c;
	}
}

static bool make_call(const struct state *s, struct hd_test *t, unsigned thread, const struct call *c, bool *more)
{
	return hd_candidate_call(t, thread, c->function, c->number, s->seed, c->many, more);
}

static void try_candidate(struct state *s, uint16_t function, unsigned number, bool many, bool *more)
{
	struct hd_test t;

	load(s, here.node, &t);
	if (!hd_candidate_call(&t, 0, function, number, s->seed, many, more)) {
		return;
	}
	struct call c = {
		.function = function,
		.number = (uint8_t)number,
		.many = many,
		.coverage = execute_alone(s, &t),
		.order = hd_mix(s->seed ^ hd_mix(function * 64u + number + 1)),
	};
	bool crashing = function == hd_wanted_stack()->method;
	if (!c.coverage && crashing) {
		note_sequential(s, &t);
	}
	// What takes something away comes first.
	c.turn = number + (hd_candidate_takes_away(&t.suffix[0][0]) ? 0 : MOST_PER_FUNCTION);
	if (crashing) {
		bool reached = c.coverage && !hd_prune_by_stack(c.coverage);
		hd_wanted->count.reached += reached;
		here.reached |= reached;
		if (here.insisted && !reached) {
			return;
		}
		add_call(here.crashing, &here.ncrashing, MOST_PER_FUNCTION, c);
	}
	if (!here.insisted) {
		add_call(here.others, &here.nothers, MOST_CALLS, c);
	}
}

// A crashing call that does not come to the point of failure is of no use: perhaps one with another value does.
static bool must_insist(const struct state *s)
{
	return !here.reached && !s->again && prunes(s, HD_PRUNE_STACK);
}

static void insist(struct state *s)
{
	bool more = true;

	here.insisted = true;
	for (unsigned number = 0; number < MOST_PER_FUNCTION && more; number++) {
		try_candidate(s, (uint16_t)hd_wanted_stack()->method, number, true, &more);
	}
}

// Executes some more of the candidates; true: that was all.
static bool execute_candidates(struct state *s)
{
	for (unsigned n = 0; here.function < s->class->nmethods; n++) {
		bool more;
		if (n == AT_ONCE) {
			return false;
		}
		try_candidate(s, s->class->methods[here.function], here.number, s->again, &more);
		here.number++;
		if (!more || here.number == MOST_PER_FUNCTION) {
			here.function++;
			here.number = 0;
		}
	}
	if (must_insist(s)) {
		insist(s);
	}
	return true;
}

// ---- one prefix -------------------------------------------------------------------------

static bool is_later(const struct call *a, const struct call *b)
{
	return a->rank != b->rank ? a->rank > b->rank : a->order > b->order;
}

static void sort(struct call *calls, unsigned n)
{
	for (unsigned gap = n / 2; gap > 0; gap /= 2) {
		for (unsigned i = gap; i < n; i++) {
			struct call c = calls[i];
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
static unsigned rank_of(const struct call *crashing, const struct call *other)
{
	bool memory = hd_match_is_memory(hd_wanted->kind);
	unsigned rank = !crashing->coverage || !other->coverage
		? HD_RANKS
		: hd_prune_rank(crashing->coverage, other->coverage, memory);
	unsigned by_function = is_of_another_stack(other->function) ? 0 : other->function == crashing->function ? 1 : 2;

	return (rank * MOST_PER_FUNCTION + other->turn) * 3 + by_function;
}

// The how manieth a call is of those of its function, which lie one after the other.
static void count_turns(void)
{
	static unsigned turns[MOST_CALLS];

	for (unsigned i = 0; i < here.nothers; i++) {
		turns[i] = here.others[i].turn;
	}
	for (unsigned from = 0, to; from < here.nothers; from = to) {
		for (to = from + 1; to < here.nothers && here.others[to].function == here.others[from].function;) {
			to++;
		}
		for (unsigned i = from; i < to; i++) {
			here.others[i].turn = 0;
			for (unsigned k = from; k < to; k++) {
				here.others[i].turn += turns[k] < turns[i];
			}
		}
	}
}

static void order_others(const struct state *s, unsigned crashing)
{
	if (here.ranked_for == crashing + 1) {
		return;
	}
	for (unsigned i = 0; i < here.nothers; i++) {
		here.others[i].rank = prunes(s, HD_PRUNE_RANK) ? rank_of(&here.crashing[crashing], &here.others[i]) : 0;
	}
	sort(here.others, here.nothers);
	here.ranked_for = crashing + 1;
}

// Those that come to the point of failure first, the plainest of them first.
static void order_crashing(const struct state *s)
{
	for (unsigned i = 0; i < here.ncrashing; i++) {
		struct call *c = &here.crashing[i];
		if (prunes(s, HD_PRUNE_RANK)) {
			c->rank = !c->coverage || hd_prune_by_stack(c->coverage);
			c->order = c->number;
		}
	}
	sort(here.crashing, here.ncrashing);
}

// The plain call of a function, executed alone; NULL: it has none that comes to its end.
static const struct call *plain_call(int function)
{
	for (unsigned i = 0; i < here.nothers; i++) {
		const struct call *c = &here.others[i];
		if (c->function == function && c->number == 0 && c->coverage) {
			return c;
		}
	}
	return NULL;
}

static void gather_company(void)
{
	here.ncompany = 0;
	here.partner = -1;
	for (unsigned i = 0; i < hd_wanted->n && hd_wanted->kind == HD_WANTED_DEADLOCK; i++) {
		const struct hd_wanted_stack *w = &hd_wanted->stacks[i];
		if (i == hd_wanted->at || !w->crashed || w->method < 0) {
			continue;
		}
		const struct call *plain = plain_call(w->method);
		if (here.partner < 0) {
			here.partner = w->method;
		} else if (plain && here.ncompany < MOST_COMPANY) {
			here.company[here.ncompany++] = *plain;
		}
	}
}

// False: the prefix is none, or leads to a state that was seen.
static bool enter(struct state *s, const struct node *n)
{
	struct hd_test t;

	if (!here.room) {
		here.room = hd_private_alloc(ROOM);
	}
	here.node = n;
	here.ncrashing = here.nothers = here.function = here.number = here.ranked_for = 0;
	here.ready = here.reached = here.insisted = false;
	here.used = 0;
	load(s, n, &t);
	uint64_t hash = hash_of_test(&t);
	if (is_bad(s, hash)) {
		return false;
	}
	s->at_hand = hash;
	hd_sequence_start(&t, &here.start);
	s->at_hand = 0;
	// Roots are not compared when they are made.
	bool root = hd_wanted->count.level == 0 && !s->again;
	bool seen = root && !s->entered && here.start.has_state && !add_key(&s->states, here.start.state);
	s->entered = true;
	return here.start.verdict == HD_VERDICT_NONE && !seen;
}

// Extends the prefix by every call that leads to a new state.
static void extend(struct state *s)
{
	const struct hd_coverage *crashing = here.ncrashing > 0 ? here.crashing[0].coverage : NULL;

	for (unsigned i = 0; i < here.nothers; i++) {
		const struct call *c = &here.others[i];
		struct hd_test t;
		bool more;
		if (!c->coverage || (c->coverage->has_state && !add_key(&s->states, c->coverage->state))) {
			continue;
		}
		load(s, here.node, &t);
		if (!make_call(s, &t, 0, c, &more) || t.nprefix == HD_TEST_PREFIX) {
			continue;
		}
		t.prefix[t.nprefix++] = t.suffix[0][0];
		t.gives_away = here.node->gives_away;
		bool interferes = crashing && !hd_prune_by_interfere(crashing, c->coverage);
		add_node(s, interferes ? next_level(s) : &s->later, &t);
	}
}

// ---- combinations -----------------------------------------------------------------------

static bool cannot_interfere(const struct hd_coverage *a, const struct hd_coverage *b)
{
	const struct hd_coverage *calls[2 + MOST_COMPANY] = {a, b};

	for (unsigned i = 0; i < here.ncompany; i++) {
		calls[2 + i] = here.company[i].coverage;
	}
	switch (hd_wanted->kind) {
	case HD_WANTED_DEADLOCK:
		return hd_prune_by_lock_order(calls, 2 + here.ncompany);
	case HD_WANTED_RACE:
		return hd_prune_by_conflict(a, b);
	default:
		return hd_prune_by_interfere(a, b);
	}
}

// At first by coverage alone; when the level is looked at again, by states too. Both are kept.
static bool is_redundant(struct state *s, const struct hd_coverage *a, const struct hd_coverage *b)
{
	uint64_t key;
	bool known = hd_prune_key(a, b, false, &key) && !add_key(&s->pairs, key);

	if (known && !s->again) {
		return true;
	}
	return hd_prune_key(a, b, true, &key) && !add_key(&s->pairs, key);
}

// Which strategy prunes a combination; HD_PRUNE_COUNT: none.
static enum hd_prune pruned_by(struct state *s, const struct call *crashing, const struct call *other)
{
	const struct hd_coverage *a = crashing->coverage, *b = other->coverage;

	if (!a || !b) {
		return HD_PRUNE_EXCEPTION;
	}
	if (prunes(s, HD_PRUNE_STACK) && hd_prune_by_stack(a)) {
		return HD_PRUNE_STACK;
	}
	if (prunes(s, HD_PRUNE_INTERFERE) && cannot_interfere(a, b)) {
		return HD_PRUNE_INTERFERE;
	}
	// Threads wait for each other at locks, not between accesses.
	if (prunes(s, HD_PRUNE_INTERLEAVE) && hd_wanted->kind != HD_WANTED_DEADLOCK && hd_prune_by_interleave(a, b)) {
		return HD_PRUNE_INTERLEAVE;
	}
	return prunes(s, HD_PRUNE_REDUNDANT) && is_redundant(s, a, b) ? HD_PRUNE_REDUNDANT : HD_PRUNE_COUNT;
}

static bool assemble(const struct state *s, const struct call *crashing, const struct call *other, struct hd_test *t)
{
	bool more;

	load(s, here.node, t);
	t->nthreads = (uint8_t)(2 + here.ncompany);
	bool made = make_call(s, t, 0, crashing, &more) && make_call(s, t, 1, other, &more);
	for (unsigned i = 0; i < here.ncompany && made; i++) {
		made = make_call(s, t, 2 + i, &here.company[i], &more);
	}
	return made;
}

// The next combination of this prefix that is worth exploring; false: there is none.
static bool next_pair(struct state *s, struct hd_test *t)
{
	while (s->pair < (uint64_t)here.ncrashing * here.nothers) {
		unsigned i = (unsigned)(s->pair / here.nothers), k = (unsigned)(s->pair % here.nothers);
		order_others(s, i);
		s->pair++;
		if (here.ncompany > 0 && here.others[k].function != here.partner) {
			continue;
		}
		hd_wanted->count.combinations++;
		enum hd_prune by = pruned_by(s, &here.crashing[i], &here.others[k]);
		if (by < HD_PRUNE_COUNT) {
			hd_wanted->count.pruned[by]++;
		} else if (assemble(s, &here.crashing[i], &here.others[k], t) && add_key(&s->pairs, hash_of_test(t))) {
			hd_wanted->count.explored++;
			return true;
		}
	}
	return false;
}

// ---- the search -------------------------------------------------------------------------

static void append(struct level *to, struct level *from)
{
	for (unsigned i = 0; i < from->n; i++) {
		if (to->n == MOST_NODES) {
			hd_wanted->count.left_out += from->n - i;
			break;
		}
		to->nodes[to->n++] = from->nodes[i];
	}
	from->n = 0;
}

static void leave_node(struct state *s)
{
	here.node = NULL;
	s->at++;
	s->entered = false;
	s->pair = 0;
	hd_wanted->count.prefixes++;
}

// Nothing came to the point of failure: the innermost function is no goal any more.
static void relax(struct state *s)
{
	hd_wanted->count.relaxed++;
	hd_points_choose(hd_wanted->count.relaxed);
	begin_search(s);
}

static bool must_relax(const struct state *s)
{
	bool vain = hd_wanted->count.reached == 0 && (s->barren >= PATIENCE || s->exhausted);

	return vain && prunes(s, HD_PRUNE_STACK) && hd_points_can_relax(hd_wanted->count.relaxed);
}

// False: there is no other prefix.
static bool next_node(struct state *s)
{
	while (s->at >= this_level(s)->n) {
		s->at = 0;
		if (!s->again) {
			s->again = true; // the last level
			continue;
		}
		append(next_level(s), &s->later);
		s->again = false;
		s->levels[(hd_wanted->count.level + 2) % 3].n = 0; // done with: room for the level after the next
		if (this_level(s)->n == 0 && next_level(s)->n == 0) {
			return false;
		}
		hd_wanted->count.level++;
	}
	return true;
}

// A test that shows the crash with one thread, if this level had none with two.
static bool propose_sequential(struct state *s, struct hd_test *t)
{
	if (!s->has_sequential || (hd_wanted->count.level <= s->sequential_level && !s->exhausted)) {
		return false;
	}
	s->has_sequential = false;
	*t = s->sequential;
	return true;
}

// Looks at the prefix at hand; true: there is a test of it. False: not yet, or no more.
static bool look(struct state *s, struct hd_test *t)
{
	if (!here.node && !enter(s, this_level(s)->nodes[s->at])) {
		leave_node(s);
		return false;
	}
	if (!here.ready) {
		if (!execute_candidates(s)) {
			return false;
		}
		order_crashing(s);
		count_turns();
		gather_company();
		here.ready = true;
	}
	if (next_pair(s, t)) {
		return true;
	}
	extend(s);
	s->barren += !s->again;
	leave_node(s);
	return false;
}

static void prepare(struct state *s, const struct hd_proposal *p)
{
	static bool prepared; // in this process

	if (prepared) {
		return;
	}
	prepared = true;
	note_death(s);
	hd_points_choose(hd_wanted->count.relaxed);
	if (s->seed == 0) {
		s->seed = hd_mix(p->config->seed + 1) | 1;
		s->prune = p->config->prune;
		begin_search(s);
	}
}

static bool propose(void *state, const struct hd_proposal *p, struct hd_test *t)
{
	struct state *s = state;

	prepare(s, p);
	if (must_relax(s)) {
		s->exhausted = false;
		relax(s);
	}
	if (propose_sequential(s, t)) {
		return true;
	}
	if (!here.node && !next_node(s)) {
		s->exhausted = true;
		return false;
	}
	return look(s, t);
}

static bool exhausted(const void *state)
{
	const struct state *s = state;

	return s->exhausted && !s->has_sequential && !must_relax(s);
}

const struct hd_strategy hd_strategy_concrash = {
	.name = "concrash",
	.paper = "Bianchi, Pezze, Terragni, Reproducing Concurrency Failures from Crash Stacks, FSE 2017",
	.state_size = sizeof(struct state),
	.executions = 1,
	.begin = begin,
	.propose = propose,
	.exhausted = exhausted,
};
