// SPDX-License-Identifier: Apache-2.0
#include "oracle/linear.h"
#include "gen/lost.h"
#include "runtime/rng.h"
#include "runtime/scheduler.h"

#include <string.h>

#define MAX_DEPTH 512
#define CLOCK_LAG 1000000000 // nanoseconds

#define SAMPLE 1024
#define FIRST 512 // orders, after which it is clear whether calls wait

// A depth-first search over the choices at call boundaries.
struct path {
	struct {
		uint64_t todo[HD_SET_WORDS];
		uint16_t chosen;
		uint16_t nchoices; // 0: a choice of threads
		uint16_t total;    // threads whose call could come next
		uint16_t blocked;  // of those, whose call could not be made
	} nodes[MAX_DEPTH];
	unsigned depth, length;
};

void (*hd_linear_on_order)(void);

static struct path path;
static bool strict;   // a call that blocks ends the order
static bool left_out; // the order just made was given up
static bool stuck;    // at some point no call could be made
static bool spawned;  // the code has threads of its own
static bool waited;   // some order was given up because a call had to wait
static bool too_many; // orders to make them all, unless calls wait
static bool misused;  // a callback waits for its own thread
static const struct hd_unexplained *guide; // whose order to follow; NULL: search
static unsigned guided;             // calls made of it
static bool weighs;                 // what orders leave behind is looked at
static bool looks_at_clock;         // the code under test, in some order
static unsigned suffixes; // threads of the test
static uint64_t sampling; // 0: search; else the state of a random choice
static unsigned turns;    // that helpers have had since the last call
static bool moody;        // after a call helpers run or do not; they do after the last, and when a call needs them
static bool mood;         // ... after the one just made

static unsigned rarely;   // ... one time in so many; 0: never

#define MOODS 512 // orders like that
#define HASTY_MOODS 64

bool hd_linear_hasty;

#define HELPER_TURNS 64     // after a call: one that never rests is left at that
#define HELPER_STEPS 10000  // of a turn

static bool begin(void *state, const struct hd_begin *b)
{
	(void)state;
	(void)b;
	path.depth = 0;
	return true;
}

static bool next_path(void)
{
	for (path.length = path.depth; path.length > 0; path.length--) {
		unsigned at = path.length - 1;
		if (path.nodes[at].nchoices) {
			if (++path.nodes[at].chosen < path.nodes[at].nchoices) {
				return true;
			}
			continue;
		}
		for (unsigned w = 0; w < HD_SET_WORDS; w++) {
			if (path.nodes[at].todo[w]) {
				path.nodes[at].chosen = (uint16_t)(64 * w +
					(unsigned)__builtin_ctzll(path.nodes[at].todo[w]));
				path.nodes[at].todo[w] &= path.nodes[at].todo[w] - 1;
				return true;
			}
		}
		stuck |= path.nodes[at].blocked > 0 && path.nodes[at].blocked == path.nodes[at].total;
	}
	return false;
}

// Has the code under test created threads itself? Once those of the test exist, they are all that there are.
static bool has_helpers(void)
{
	return hd.nfibers > 1 && (hd.nfibers != suffixes + 1 || hd_test_fiber_of(suffixes - 1) < 0);
}

// Threads of the code under test itself. One that never rests is left alone after a while.
static int helper(const uint64_t *enabled, int64_t *run)
{
	unsigned n = has_helpers() ? hd.nfibers : 0;

	for (unsigned i = 1; i < n && turns < HELPER_TURNS; i++) {
		if (hd_set_has(enabled, i) && hd_test_thread_of(i) < 0) {
			turns++;
			*run = HELPER_STEPS;
			return (int)i;
		}
	}
	return -1;
}

static bool is_in_call(unsigned fiber)
{
	const struct hd_fiber *f = &hd_fibers[fiber];

	return f->state == HD_FIBER_LIVE && f->op.kind != HD_EV_CALL && f->op.kind != HD_EV_START;
}

// Where the test's threads are.
struct positions {
	int starting;   // one that has not reached its first call, which it changes nothing by doing; -1: none
	unsigned begun; // one that is in a call: one that can go on, else any; 0: none
	unsigned n;     // whose next call could be made
	uint64_t calls[HD_SET_WORDS];
};

static void locate(const uint64_t *enabled, struct positions *p)
{
	p->starting = -1;
	p->begun = p->n = 0;
	memset(p->calls, 0, sizeof(p->calls));
	for (unsigned t = 0; t < suffixes && hd_test_fiber_of(t) >= 0; t++) {
		unsigned i = (unsigned)hd_test_fiber_of(t);
		bool is_enabled = hd_set_has(enabled, i);
		if (is_in_call(i)) {
			bool is_better = is_enabled && !hd_set_has(enabled, p->begun);
			p->begun = p->begun == 0 || is_better ? i : p->begun;
		} else if (is_enabled) {
			p->starting = p->starting < 0 && hd_fibers[i].op.kind == HD_EV_START ? (int)i : p->starting;
			hd_set_add(p->calls, i);
			p->n++;
		}
	}
}

// A call waits: the code's own threads may end that, or its time runs out. Else there is no
// such order. If no other call is left, it waits forever; and a callback's own call that waits
// for what its thread holds is nobody's right.
static int pick_while_waiting(const struct hd_choice *c, const struct positions *p, int64_t *run)
{
	unsigned waiting = p->begun;
	int other = helper(c->enabled, run);

	if (other < 0 && hd_fibers[waiting].timed) {
		hd_set_add(hd.enabled, waiting);
		return (int)waiting;
	}
	left_out = other < 0;
	misused |= left_out && hd_test_is_reentering(waiting);
	stuck |= left_out && p->n == 0;
	return other;
}

static int follow(const uint64_t *enabled)
{
	unsigned thread = guided < guide->n ? guide->order[guided++] : 0;
	int next = thread > 0 ? hd_test_fiber_of(thread - 1) : -1;

	left_out = next < 0 || !hd_set_has(enabled, (unsigned)next);
	return left_out ? -1 : next;
}

static int search(const uint64_t *calls, unsigned n)
{
	if (path.depth == MAX_DEPTH) {
		return -1;
	}
	unsigned at = path.depth++;
	if (path.depth > path.length) {
		memcpy(path.nodes[at].todo, calls, sizeof(path.nodes[at].todo));
		path.nodes[at].nchoices = 0;
		path.nodes[at].total = (uint16_t)n;
		path.nodes[at].blocked = 0;
		path.nodes[at].chosen = (uint16_t)hd_set_nth(calls, 0);
		hd_set_remove(path.nodes[at].todo, path.nodes[at].chosen);
	}
	return path.nodes[at].chosen;
}

// Which call comes next?
static int next_call(const struct hd_choice *c, const struct positions *p)
{
	turns = 0;
	if (guide) {
		return follow(c->enabled);
	}
	if (p->n == 0) { // only the code's own threads are left, or nobody
		return hd_set_count(c->enabled) > 0 ? (int)hd_set_nth(c->enabled, 0) : -1;
	}
	return sampling ? hd_set_nth(p->calls, hd_rng_below(&sampling, p->n)) : search(p->calls, p->n);
}

static int helper_after_call(const uint64_t *enabled, int64_t *run)
{
	if (moody && turns == 0 && !mood) {
		mood = rarely != 0 && hd_rng_below(&sampling, rarely) == 0;
	}
	int other = moody && !mood ? -1 : helper(enabled, run);
	if (other < 0) {
		mood = false;
	}
	return other;
}

static bool all_ended(void)
{
	for (unsigned t = 0; t < suffixes; t++) {
		int fiber = hd_test_fiber_of(t);
		if (fiber < 0 || hd_fibers[fiber].state == HD_FIBER_LIVE) {
			return false;
		}
	}
	return true;
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	(void)state;
	*run = INT64_MAX;
	if (hd_set_has(c->enabled, 0)) {
		// It makes the prefix's calls, creates the others and waits for them; afterwards it asks and destroys.
		bool last = hd_fibers[0].op.kind == HD_EV_JOIN && all_ended();
		int before = last                            ? helper(c->enabled, run)
			: hd_fibers[0].op.kind == HD_EV_CALL ? helper_after_call(c->enabled, run)
							     : -1;
		turns = before < 0 ? 0 : turns;
		return before < 0 ? 0 : before;
	}
	struct positions p;
	locate(c->enabled, &p);
	if (p.starting >= 0) {
		return p.starting;
	}
	if (p.begun && hd_set_has(c->enabled, p.begun)) {
		return (int)p.begun;
	}
	if (strict && p.begun) {
		return pick_while_waiting(c, &p, run);
	}
	int other = helper_after_call(c->enabled, run);
	return other >= 0 ? other : next_call(c, &p);
}

static unsigned choose(void *state, unsigned n)
{
	(void)state;
	if (sampling) {
		return hd_rng_below(&sampling, n);
	}
	if (path.depth == MAX_DEPTH) {
		return 0;
	}
	unsigned at = path.depth++;
	if (path.depth > path.length) {
		memset(path.nodes[at].todo, 0, sizeof(path.nodes[at].todo));
		path.nodes[at].nchoices = (uint16_t)n;
		path.nodes[at].chosen = 0;
	}
	return path.nodes[at].chosen;
}

static const struct hd_scheduler linear = {
	.name = "linear",
	.points = HD_POINTS_SHARED,
	.asked_always = true,
	.begin = begin,
	.pick = pick,
	.choose = choose,
};

// What all orders have in common.
static struct hd_run order = {.entry = hd_test_entry, .scheduler = &linear, .whole_calls = true};

static void weigh(struct hd_linearizations *out)
{
	uint64_t alive = hd_heap_in_use(), lost = hd_lost_find().bytes;

	out->alive = alive > out->alive ? alive : out->alive;
	out->lost = lost > out->lost ? lost : out->lost;
	out->descriptors = hd_descriptors_left > out->descriptors ? hd_descriptors_left : out->descriptors;
	out->weighed = true;
}

static bool run_once(const struct hd_test *t, struct hd_linearizations *out)
{
	order.arg = (void *)t;
	path.depth = 0;
	left_out = misused = false;
	turns = 0;
	suffixes = t->nthreads;
	hd_execute(&order);
	if (out->by_state) {
		hd_results.hash = hd_results.state;
		hd_results.unfilled = 0;
	}
	if (hd_test_on_sequential) {
		hd_test_on_sequential(&hd.record);
	}
	out->orders++;
	looks_at_clock |= hd.clock_reads > 0;
	if (hd.record.outcome.verdict == HD_VERDICT_DEADLOCK) {
		left_out = true;
		out->may_deadlock |= !strict;
	}
	out->may_deadlock |= stuck;
	waited |= left_out;
	spawned |= hd.nfibers > t->nthreads + 1u;
	if (misused || (left_out && hd_test_anyone_reenters())) {
		out->fault = HD_VERDICT_DEADLOCK;
	} else if (left_out) {
		for (unsigned at = path.depth; at-- > 0;) {
			if (!path.nodes[at].nchoices) { // the call that was chosen last
				path.nodes[at].blocked++;
				break;
			}
		}
	} else if (hd.record.outcome.verdict != HD_VERDICT_NONE) {
		out->fault = hd.record.outcome.verdict;
	} else if (hd.record.outcome.blocked || hd.record.outcome.cut_off || hd.record.outcome.refused ||
		hd.record.outcome.crashed || hd.record.outcome.exit_status != 0 || hd_test_exited()) {
		out->fault = HD_VERDICT_SIGNAL;
	}
	if (weighs && !left_out && out->fault == HD_VERDICT_NONE) {
		weigh(out);
	}
	bool plain = order.clock_lag == 0 && order.padding == 0 && !moody;
	if (hd_linear_on_order && plain && !left_out && out->fault == HD_VERDICT_NONE) {
		hd_linear_on_order();
	}
	return out->fault == HD_VERDICT_NONE;
}

bool hd_linear_explains(const struct hd_linearizations *l, uint64_t hash, uint64_t unfilled)
{
	for (unsigned i = 0; i < l->n && !(unfilled & ~l->changing); i++) {
		if (l->results[i] == hash) {
			return true;
		}
	}
	return false;
}

static bool all_met(const struct hd_linearizations *l, const struct hd_unexplained *goals, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!hd_linear_explains(l, goals[i].hash, goals[i].unfilled)) {
			return false;
		}
	}
	return n > 0;
}

// In how many orders can the calls be made, if none ever waits? At most HD_LINEAR_MOST + 1.
static unsigned count_orders(const struct hd_test *t)
{
	uint64_t orders = 1;
	unsigned calls = 0;

	for (unsigned k = 0; k < t->nthreads; k++) {
		for (unsigned i = 1; i <= t->nsuffix[k]; i++) {
			orders = orders * ++calls / i; // a binomial coefficient after each thread
			if (orders > HD_LINEAR_MOST) {
				return HD_LINEAR_MOST + 1;
			}
		}
	}
	return (unsigned)orders;
}

static uint64_t first_sides[2]; // results of the sides in the first order

static void note_sides(struct hd_linearizations *out)
{
	for (unsigned i = 0; i < 2; i++) {
		first_sides[i] = out->n == 0 ? hd_results.sides[i] : first_sides[i];
		out->varies[i] |= hd_results.sides[i] != first_sides[i];
	}
}

// The results of the order just made; false: they are known.
static bool add_results(struct hd_linearizations *out)
{
	if (!left_out) {
		note_sides(out);
	}
	if (left_out || hd_linear_explains(out, hd_results.hash, hd_results.unfilled)) {
		return false;
	}
	out->changing |= hd_results.unfilled;
	if (!hd_linear_explains(out, hd_results.hash, 0)) {
		out->results[out->n++] = hd_results.hash;
	}
	return true;
}

// One more result; false: nothing more to do.
static bool note(struct hd_linearizations *out, const struct hd_unexplained *goals, unsigned ngoals)
{
	if (add_results(out)) {
		out->explained = all_met(out, goals, ngoals);
	}
	if (out->explained) {
		return false;
	}
	out->complete = !next_path();
	out->may_deadlock |= stuck;
	unsigned most = too_many && !waited ? FIRST : HD_LINEAR_MOST;
	return !out->complete && out->n < most && out->orders < most;
}

static bool stops_at_deadlock; // that is all that is asked

static void begin_search(struct hd_linearizations *out)
{
	out->n = out->orders = 0;
	out->changing = 0;
	out->alive = out->lost = out->descriptors = 0;
	out->weighed = out->varies[0] = out->varies[1] = false;
	out->fault = HD_VERDICT_NONE;
	out->complete = out->explained = out->may_deadlock = out->sampled = false;
}

// Does every goal's own order give it? The usual case, and the cheap one.
static bool follow_all(const struct hd_test *t, struct hd_linearizations *out, const struct hd_unexplained *goals,
	unsigned ngoals)
{
	bool met = ngoals > 0;

	begin_search(out);
	for (unsigned i = 0; i < ngoals && met; i++) {
		guide = &goals[i];
		guided = 0;
		met = run_once(t, out) && !left_out && hd_results.hash == goals[i].hash &&
			!(goals[i].unfilled & ~hd_results.unfilled);
	}
	guide = NULL;
	return met;
}

// The search has made the first orders, which differ only in their ends.
static void draw_orders(const struct hd_test *t, struct hd_linearizations *out, const struct hd_unexplained *goals,
	unsigned ngoals)
{
	bool clean = true;

	sampling = hd_mix(t->nthreads + 1u);
	for (unsigned i = 0; clean && i < SAMPLE && !out->explained; i++) {
		clean = run_once(t, out);
		if (clean && out->n < HD_LINEAR_MOST && add_results(out)) {
			out->explained = all_met(out, goals, ngoals);
		}
	}
	sampling = 0;
	out->sampled = clean;
}

static void all_orders(const struct hd_test *t, struct hd_linearizations *out, const struct hd_unexplained *goals,
	unsigned ngoals)
{
	begin_search(out);
	too_many = count_orders(t) > HD_LINEAR_MOST;
	stuck = false;
	sampling = 0;
	path.length = 0;
	bool clean = run_once(t, out);
	uint64_t first = hd_results.hash;
	path.length = 0;
	clean = clean && run_once(t, out);
	out->deterministic = left_out || first == hd_results.hash;
	while (clean && note(out, goals, ngoals) && !(stops_at_deadlock && out->may_deadlock)) {
		clean = run_once(t, out);
	}
	if (clean && !out->complete && !out->explained && !(stops_at_deadlock && out->may_deadlock)) {
		draw_orders(t, out, goals, ngoals);
	}
}

// Any call may take any time. Results that are others when all take longer say nothing
// about the order of calls.
static bool depends_on_time(const struct hd_test *t, const struct hd_linearizations *usual)
{
	static struct hd_linearizations late;

	late.by_state = usual->by_state;
	order.clock_lag = CLOCK_LAG;
	all_orders(t, &late, NULL, 0);
	order.clock_lag = 0;
	bool same = late.n == usual->n && late.fault == usual->fault;
	for (unsigned i = 0; same && i < late.n; i++) {
		same = hd_linear_explains(usual, late.results[i], 0);
	}
	return !same;
}

// A call that waits can be seen waiting: what others answer then is right, too.
static void add_half_done(const struct hd_test *t, struct hd_linearizations *out, const struct hd_unexplained *goals,
	unsigned ngoals)
{
	static struct hd_linearizations half;

	half.by_state = out->by_state;
	strict = false;
	all_orders(t, &half, NULL, 0);
	strict = true;
	out->changing |= half.changing;
	for (unsigned i = 0; half.fault == HD_VERDICT_NONE && i < half.n && out->n < HD_LINEAR_MOST; i++) {
		if (!hd_linear_explains(out, half.results[i], 0)) {
			out->results[out->n++] = half.results[i];
		}
	}
	out->explained = all_met(out, goals, ngoals);
}

// Nor is it known when a thread of the code looks at what it was given: after this call or
// after a later one.
static void find_late_fault(const struct hd_test *t, struct hd_linearizations *out)
{
	unsigned i = 0, most = hd_linear_hasty ? HASTY_MOODS : MOODS;

	moody = true;
	sampling = hd_mix(t->nthreads + 2u);
	do {
		static const unsigned rates[] = {0, 8, 2, 4};
		rarely = rates[i % 4];
	} while (run_once(t, out) && ++i < most);
	sampling = 0;
	moody = false;
}

// An access out of bounds may happen to hit another block. Whether it does in some order depends
// on where blocks are.
static void pad(const struct hd_test *t, struct hd_linearizations *out)
{
	static struct hd_linearizations padded;
	static const uint32_t paddings[] = {48, 4096};

	for (unsigned i = 0; i < sizeof(paddings) / sizeof(*paddings) && out->fault == HD_VERDICT_NONE; i++) {
		order.padding = paddings[i];
		all_orders(t, &padded, NULL, 0);
		out->fault = padded.fault;
	}
	order.padding = 0;
}

// Producers and consumers need not agree on an order. If both do more or less by how far the other side is, both may
// look before either has moved: a queue is found full while it is emptied. Of several producers some have reserved
// what nobody else can see yet.
static bool are_sides_blind(const struct hd_test *t, const struct hd_linearizations *out)
{
	const struct hd_class *c = hd_class(t->class);
	bool reserve = hd_contract_threads(c, 3) > 2;

	return c->contract == HD_CONTRACT_SPSC && out->varies[0] && (out->varies[1] || reserve);
}

void hd_linearize(const struct hd_test *t, enum hd_verdict judged, const struct hd_run *like,
	struct hd_linearizations *out, const struct hd_unexplained *goals, unsigned ngoals)
{
	looks_at_clock = waited = spawned = false;
	stops_at_deadlock = judged == HD_VERDICT_DEADLOCK;
	weighs = judged == HD_VERDICT_LEAK;
	order.oracles = HD_ORACLES_SEQUENTIAL | (like->oracles & HD_ORACLE_LEAK) | (weighs ? HD_ORACLE_RESOURCES : 0);
	order.reuse = like->reuse;
	order.fills_stacks = like->fills_stacks;
	strict = true;
	out->explained = follow_all(t, out, goals, ngoals);
	if (!out->explained) {
		all_orders(t, out, goals, ngoals);
	}
	if (!out->explained && out->n == 0 && out->complete && out->fault == HD_VERDICT_NONE) {
		strict = false;
		all_orders(t, out, goals, ngoals);
	}
	if (judged == HD_VERDICT_NOT_LINEARIZABLE && !out->explained && strict && waited && out->n > 0 &&
		out->fault == HD_VERDICT_NONE) {
		add_half_done(t, out, goals, ngoals);
	}
	if (judged != HD_VERDICT_NOT_LINEARIZABLE && out->fault == HD_VERDICT_NONE && spawned) {
		find_late_fault(t, out);
	}
	if (judged == HD_VERDICT_OUT_OF_BOUNDS && out->fault == HD_VERDICT_NONE) {
		pad(t, out);
	}
	bool compared = !out->explained && out->complete && out->deterministic && out->fault == HD_VERDICT_NONE;
	if (compared && are_sides_blind(t, out)) {
		out->deterministic = false;
	} else if (compared && looks_at_clock) {
		out->deterministic = !depends_on_time(t, out);
	}
}
