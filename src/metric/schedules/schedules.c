// SPDX-License-Identifier: Apache-2.0
// The metric of the ConSuite paper (Steenbuck and Fraser, ICST 2013): schedules of the points
// of a class.
#include "metric/schedules/schedules.h"
#include "model/flow.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

struct state {
	struct hd_schedules *classes;
	unsigned n;
	_Atomic uint64_t bounded; // executions too long to be looked at as a whole
};

struct hd_schedules_trace hd_schedules_trace;
struct hd_schedules *hd_schedules_at_hand;
unsigned hd_schedules_threads;
bool hd_schedules_follow, hd_schedules_any, hd_schedules_apart;
static struct hd_flow_seen *seen; // by the execution at hand, if it is followed
static struct {
	const struct hd_flow *flow;
	struct hd_flow_seen *seen;
} of_classes[64]; // made once
static bool following;

struct hd_schedules *hd_schedules_of(uint16_t class)
{
	struct state *s = hd_metric_state(HD_METRIC_schedules);

	for (unsigned i = 0; s && i < s->n; i++) {
		if (s->classes[i].class == class) {
			return &s->classes[i];
		}
	}
	return NULL;
}

// ---- setting up --------------------------------------------------------------------------

static uint64_t *bits(uint64_t n)
{
	return hd_persist_alloc((n / 64 + 1) * sizeof(uint64_t));
}

static void prepare_space(struct hd_space *space, const struct hd_point_set *p)
{
	space->var_of = p->var_of;
	space->reach = p->reach;
	space->of_var = p->of_var;
}

static void prepare_shorter(struct hd_schedules *s)
{
	for (unsigned n = 2; n < s->space.length; n++) {
		struct hd_space *space = &s->shorter[n];
		prepare_space(space, &s->points);
		hd_space_init(space, n, s->space.threads, s->space.variables, s->points.n);
		s->covered_shorter[n] = bits(hd_space_indexes(space));
		s->goals_shorter[n] = bits(hd_space_indexes(space));
		s->nshorter += hd_space_count(space, s->goals_shorter[n], bits(hd_space_part_indexes(space))).goals;
	}
}

// A class with too many points for schedules of the length that is wanted gets shorter ones.
void hd_schedules_prepare(struct hd_schedules *s, const struct hd_config *config)
{
	unsigned length = config->points ? config->points : HD_SCHEDULES_DEFAULT_LENGTH;
	unsigned variables = config->variables ? config->variables : HD_SCHEDULES_DEFAULT_VARIABLES;
	struct hd_space *space = &s->space;

	prepare_space(space, &s->points);
	while (!hd_space_init(space, length, config->threads ? config->threads : 2, variables, s->points.n) &&
		length > 2) {
		length--;
	}
	s->goals = bits(hd_space_indexes(space));
	s->covered = bits(hd_space_indexes(space));
	s->forbidden = bits(hd_space_indexes(space));
	s->tuples = bits(hd_space_tuple_indexes(space));
	s->parts = bits(hd_space_part_indexes(space));
	s->wanted_parts = bits(hd_space_part_indexes(space));
	s->tried[0] = bits(hd_space_indexes(space));
	s->tried[1] = bits(hd_space_indexes(space));
	s->blocked = bits(s->points.n);
	s->size = hd_space_count(space, s->goals, s->wanted_parts);
	prepare_shorter(s);
}

static void begin(void *state, const struct hd_metric_setup *setup)
{
	struct state *s = state;

	s->classes = hd_persist_alloc(setup->nsubjects * sizeof(*s->classes));
	for (unsigned i = 0; i < setup->nsubjects; i++) {
		s->classes[i].class = setup->subjects[i].class;
		hd_points_collect(&s->classes[i].points, &setup->subjects[i]);
		hd_schedules_prepare(&s->classes[i], setup->config);
	}
	s->n = setup->nsubjects;
}

static void begin_test(void *state, const struct hd_subject *subject, unsigned threads)
{
	(void)state;
	hd_schedules_at_hand = hd_schedules_of(subject->class);
	hd_schedules_threads = threads;
}

// ---- one execution -----------------------------------------------------------------------

static void pass(const struct hd_site *site)
{
	struct hd_schedules_trace *t = &hd_schedules_trace;
	unsigned thread = hd.cur->id - 1u; // thread 0 makes no concurrent calls
	unsigned point = thread < hd_schedules_threads ? hd_point_of(&hd_schedules_at_hand->points, site)
						       : HD_SCHEDULES_NO_POINT;

	if (point == HD_SCHEDULES_NO_POINT) {
		return;
	}
	if (t->n == HD_SCHEDULES_TRACE) {
		t->bounded = true;
		return;
	}
	if (following) {
		hd_flow_saw_site(seen, site);
	}
	t->events[t->n++] = (struct hd_passed){.thread = (uint8_t)thread, .point = (uint16_t)point};
}

static void on_access(void *state, const struct hd_op *op)
{
	(void)state;
	pass(op->site);
}

static void on_synced(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	(void)state;
	(void)object;
	if (kind != HD_EV_UNLOCK && kind != HD_EV_CREATE && kind != HD_EV_JOIN) {
		pass(site);
	}
}

static void on_enter(void *state, const struct hd_func *f)
{
	(void)state;
	hd_flow_saw_enter(seen, f);
}

struct hd_schedules_operands hd_schedules_integers, hd_schedules_floats;

static void note_operand(struct hd_schedules_operands *o, uint64_t value)
{
	for (unsigned i = 0; i < o->n; i++) {
		if (o->values[i] == (int64_t)value) {
			return;
		}
	}
	o->values[o->next] = (int64_t)value;
	o->next = (o->next + 1) % HD_SCHEDULES_OPERANDS;
	o->n += o->n < HD_SCHEDULES_OPERANDS;
}

#define MOST_INTEGER (1ll << 40) // beyond, it is an address rather than a number

static void note_integer(uint64_t value)
{
	if ((int64_t)value < MOST_INTEGER && (int64_t)value > -MOST_INTEGER) {
		note_operand(&hd_schedules_integers, value);
	}
}

static void note_cases(const struct hd_site *site)
{
	const struct hd_flow *flow = hd_schedules_at_hand->points.flow;
	struct hd_place p = hd_place_of_site(site);
	uint32_t block = hd_flow_block_of(flow, &p);

	for (uint32_t i = block == HD_MODEL_NONE ? 0 : flow->first_edge[block];
		block != HD_MODEL_NONE && i < flow->first_edge[block + 1]; i++) {
		if (flow->edges[i].record->outcome == HD_EDGE_CASE) {
			note_integer((uint64_t)flow->edges[i].record->value);
		}
	}
}

static void note_operands(const struct hd_site *site, uint64_t a, uint64_t b, uint32_t predicate)
{
	if (predicate < HD_COMPARE_EQ) {
		note_operand(&hd_schedules_floats, a);
		note_operand(&hd_schedules_floats, b);
	} else if (predicate < HD_COMPARE_SWITCH) {
		note_integer(a);
		note_integer(b);
	} else if (predicate == HD_COMPARE_SWITCH) {
		note_cases(site);
	}
}

static void on_branch(void *state, const struct hd_site *site, uint64_t a, uint64_t b, uint32_t predicate)
{
	(void)state;
	note_operands(site, a, b, predicate);
	hd_flow_saw_branch(seen, site, a, b, predicate);
}

// False: there are too many classes.
static bool follow(const struct hd_flow *flow)
{
	for (unsigned i = 0; i < sizeof(of_classes) / sizeof(*of_classes); i++) {
		if (!of_classes[i].flow) {
			of_classes[i].flow = flow;
			of_classes[i].seen = hd_flow_seen_create(flow);
		}
		if (of_classes[i].flow == flow) {
			seen = of_classes[i].seen;
			hd_flow_reset(seen, true);
			return true;
		}
	}
	return false;
}

double hd_schedules_distance(unsigned point)
{
	return following ? hd_flow_distance(seen, hd_site_by_id(hd_schedules_at_hand->points.sites[point])) : INFINITY;
}

static unsigned begin_execution(void *state, unsigned events)
{
	(void)state;
	hd_schedules_trace.n = 0;
	hd_schedules_trace.bounded = false;
	following = hd_schedules_follow && hd_schedules_threads == 1 && follow(hd_schedules_at_hand->points.flow);
	if (following) {
		return events;
	}
	return events & ~(unsigned)(HD_HEARS_FUNCTIONS | HD_HEARS_BRANCHES);
}

// ---- coverage ------------------------------------------------------------------------------

static void cover_part(struct hd_schedules *s, const struct hd_part *part)
{
	uint64_t i = hd_space_part_index(&s->space, part);

	if (hd_bit(s->wanted_parts, i) && hd_bit_set(s->parts, i)) {
		s->nparts++;
	}
}

void hd_schedules_cover_tuple(struct hd_schedules *s, const struct hd_steps *steps)
{
	if (!hd_bit_set(s->tuples, hd_space_tuple(&s->space, steps))) {
		return;
	}
	s->ntuples++;
	for (unsigned t = 0; t < s->space.threads; t++) {
		struct hd_part part;
		hd_space_part(&s->space, steps, t, &part);
		if (part.n > 0) {
			cover_part(s, &part);
		}
	}
}

// Schedules of one row, all of whose last points are in the set. The last step's point of *steps does not matter.
static void cover_row(struct hd_schedules *s, struct hd_steps *steps, const uint64_t *set)
{
	uint64_t word = hd_space_row(&s->space, steps) / 64;

	for (unsigned w = 0; w < s->space.row_words; w++, word++) {
		uint64_t new = set[w] & s->goals[word] & ~s->covered[word];
		if (new == 0) {
			continue;
		}
		new &= ~__atomic_fetch_or(&s->covered[word], new, __ATOMIC_RELAXED);
		s->ncovered += (unsigned)__builtin_popcountll(new);
		s->nforbidden -= (unsigned)__builtin_popcountll(new & s->forbidden[word]); // possible after all
		for (; new; new &= new - 1) {
			steps->points[s->space.length - 1] = (uint16_t)(64 * w + (unsigned)__builtin_ctzll(new));
			hd_schedules_cover_tuple(s, steps);
		}
	}
}

void hd_schedules_forbid(struct hd_schedules *s, const struct hd_steps *steps)
{
	uint64_t i = hd_space_index(&s->space, steps);

	if (!hd_bit(s->covered, i) && hd_bit_set(s->forbidden, i)) {
		s->nforbidden++;
	}
}

// ---- tries ---------------------------------------------------------------------------------

bool hd_schedules_wants(const struct hd_schedules *s, uint64_t i)
{
	return hd_schedules_wanted_word(s, i / 64) >> (i % 64) & 1;
}

void hd_schedules_note_try(struct hd_schedules *s, const struct hd_steps *steps)
{
	struct hd_steps normal = *steps;

	hd_space_normalise(&s->space, &normal);
	uint64_t i = hd_space_index(&s->space, &normal), bit = 1ull << (i % 64);
	if (!hd_bit_set(s->tried[0], i) && hd_bit_set(s->tried[1], i)) { // once, twice, three times
		__atomic_fetch_and(&s->tried[0][i / 64], ~bit, __ATOMIC_RELAXED);
	}
}

void hd_schedules_forget_tries(struct hd_schedules *s)
{
	size_t bytes = (hd_space_indexes(&s->space) / 64 + 1) * sizeof(uint64_t);

	memset(s->tried[0], 0, bytes);
	memset(s->tried[1], 0, bytes);
}

void hd_schedules_note_blocked(struct hd_schedules *s, const struct hd_site *site)
{
	unsigned point = hd_point_of(&s->points, site);

	if (point != HD_SCHEDULES_NO_POINT && hd_bit_set(s->blocked, point)) {
		s->nblocked++;
	}
}

// ---- what an execution covers ----------------------------------------------------------------

static void cover_shorter_row(struct hd_schedules *s, const struct hd_steps *steps, unsigned n, const uint64_t *set)
{
	const struct hd_space *space = &s->shorter[n];
	uint64_t word = hd_space_row(space, steps) / 64;

	for (unsigned w = 0; w < space->row_words; w++, word++) {
		uint64_t new = set[w] & s->goals_shorter[n][word] & ~s->covered_shorter[n][word];
		if (new) {
			new &= ~__atomic_fetch_or(&s->covered_shorter[n][word], new, __ATOMIC_RELAXED);
			s->ncovered_shorter += (unsigned)__builtin_popcountll(new);
		}
	}
}

// The schedules of one trace. A run is a number of events of one thread in a row.
struct scan {
	struct hd_schedules *schedules;
	const struct hd_schedules_trace *trace;
	struct hd_steps steps;
	uint8_t number[HD_SPACE_LENGTH]; // thread of each step
};

static uint16_t run_end[HD_SCHEDULES_TRACE]; // by event: the first after it of another thread
static bool is_repeated[HD_SCHEDULES_TRACE]; // the point was in the same run already
static uint64_t ahead[HD_SCHEDULES_TRACE][HD_SPACE_POINTS / 64]; // points from here to the end of the run

static void find_runs(const struct hd_schedules_trace *t, unsigned words)
{
	static uint32_t last_run[HD_SPACE_POINTS], run;

	for (unsigned i = t->n; i-- > 0;) {
		bool last = i + 1 == t->n || t->events[i + 1].thread != t->events[i].thread;
		unsigned point = t->events[i].point;
		run_end[i] = last ? (uint16_t)(i + 1) : run_end[i + 1];
		for (unsigned w = 0; w < words; w++) {
			ahead[i][w] = last ? 0 : ahead[i + 1][w];
		}
		ahead[i][point / 64] |= 1ull << (point % 64);
	}
	for (unsigned i = 0; i < t->n; i++) {
		run += i == 0 || t->events[i - 1].thread != t->events[i].thread;
		is_repeated[i] = last_run[t->events[i].point] == run;
		last_run[t->events[i].point] = run;
	}
}

// Which of the steps' threads it is; `used`: one more.
static unsigned number_of(const struct scan *x, unsigned thread, unsigned n, unsigned used)
{
	for (unsigned k = 0; k < n; k++) {
		if (x->number[k] == thread) {
			return x->steps.threads[k];
		}
	}
	return used;
}

// n steps have been chosen, the last of them at event `at`: the next one is in the run after it.
static void scan_from(struct scan *x, unsigned at, unsigned n, unsigned used)
{
	const struct hd_schedules_trace *t = x->trace;
	unsigned length = x->schedules->space.length, i = at + 1;

	if (i >= t->n) {
		return;
	}
	unsigned number = number_of(x, t->events[i].thread, n, used);
	unsigned threads = number == used ? used + 1 : used;
	if (threads > x->schedules->space.threads) {
		return;
	}
	x->number[n] = t->events[i].thread;
	x->steps.threads[n] = (uint8_t)number;
	if (threads > 1 && n + 1 < length) {
		cover_shorter_row(x->schedules, &x->steps, n + 1, ahead[i]);
	}
	if (n + 1 == length) {
		if (threads > 1) {
			cover_row(x->schedules, &x->steps, ahead[i]);
		}
		return;
	}
	bool next_is_last = n + 2 == length, is_whole_run = t->events[at].thread != t->events[i].thread;
	unsigned end = run_end[i];
	// One thread only, and another must make the last step: this is its last event of the run.
	for (i = threads == 1 && next_is_last ? end - 1 : i; i < end; i++) {
		// What follows the same point once more is no more than what followed it before.
		if (!(next_is_last && is_whole_run && is_repeated[i] && i + 1 < end)) {
			x->steps.points[n] = t->events[i].point;
			scan_from(x, i, n + 1, threads);
		}
	}
}

void hd_schedules_scan(struct hd_schedules *s, const struct hd_schedules_trace *t)
{
	struct scan x = {.schedules = s, .trace = t};

	find_runs(t, s->space.row_words);
	for (unsigned i = 0; i < t->n; i++) {
		if (is_repeated[i] && i + 1 != run_end[i] && s->space.length < 4) {
			continue; // the same again
		}
		x.steps.threads[0] = 0;
		x.number[0] = t->events[i].thread;
		x.steps.points[0] = t->events[i].point;
		scan_from(&x, i, 1, 1);
	}
}

// ---- what it cannot cover -----------------------------------------------------------------------

struct blocked {
	struct hd_schedules *schedules;
	const struct hd_schedules_trace *trace;
	const uint64_t *points; // that the last step would come to
	struct hd_steps steps;
	unsigned at[HD_SPACE_LENGTH]; // by step: its event
};

static void forbid_row(const struct blocked *b)
{
	struct hd_schedules *s = b->schedules;
	struct hd_steps steps = b->steps;
	unsigned last = s->space.length - 1;

	steps.points[last] = 0;
	hd_space_normalise(&s->space, &steps);
	uint64_t row = hd_space_row(&s->space, &steps);
	for (unsigned w = 0; w < s->space.row_words; w++) {
		for (uint64_t bits = b->points[w] & s->goals[row / 64 + w]; bits; bits &= bits - 1) {
			steps.points[last] = (uint16_t)(64 * w + (unsigned)__builtin_ctzll(bits));
			hd_schedules_cover_tuple(s, &steps);
			hd_schedules_forbid(s, &steps);
		}
	}
}

static bool is_of_one_thread(const struct hd_steps *steps, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		if (steps->threads[i] != steps->threads[0]) {
			return false;
		}
	}
	return true;
}

// The event is the first at which its thread passes the point after its step before.
static bool is_first(const struct blocked *b, unsigned step)
{
	const struct hd_passed *e = b->trace->events;
	unsigned at = b->at[step], from = 0;

	for (unsigned i = 0; i < step; i++) {
		from = e[b->at[i]].thread == e[at].thread ? b->at[i] + 1 : from;
	}
	for (unsigned i = from; i < at; i++) {
		if (e[i].thread == e[at].thread && e[i].point == e[at].point) {
			return false;
		}
	}
	return true;
}

// Enforcing the steps would have led to the same execution.
static bool is_enforced_so(const struct blocked *b, unsigned n)
{
	const struct hd_passed *e = b->trace->events;

	if (e[b->at[0]].thread != e[0].thread) {
		return false;
	}
	for (unsigned i = 1; i < b->at[0]; i++) {
		if (e[i].thread != e[0].thread) {
			return false;
		}
	}
	for (unsigned i = 0; i < n; i++) {
		if (!is_first(b, i)) {
			return false;
		}
	}
	return true;
}

// Steps from n on have been chosen; the one before is at an event of the same run, or at the end of the last.
static void forbid_before(struct blocked *b, unsigned at, unsigned n)
{
	const struct hd_schedules_trace *t = b->trace;
	unsigned last = b->schedules->space.length - 1;

	if (n == 0) {
		if (!is_of_one_thread(&b->steps, last + 1) && is_enforced_so(b, last)) {
			forbid_row(b);
		}
		return;
	}
	while (at-- > 0) {
		b->at[n - 1] = at;
		b->steps.threads[n - 1] = t->events[at].thread;
		b->steps.points[n - 1] = t->events[at].point;
		forbid_before(b, at, n - 1);
		if (t->events[at].thread != b->steps.threads[n]) {
			return;
		}
	}
}

void hd_schedules_forbid_after(struct hd_schedules *s, const struct hd_schedules_trace *t, unsigned thread,
	const uint64_t *points)
{
	unsigned last = s->space.length - 1;
	uint64_t left[HD_SPACE_POINTS / 64];
	struct blocked b = {.schedules = s, .trace = t, .points = left};

	memcpy(left, points, sizeof(left));
	for (unsigned i = t->n; i > 0 && t->events[i - 1].thread == thread; i--) {
		unsigned point = t->events[i - 1].point; // it was passed: perhaps after one of the steps
		left[point / 64] &= ~(1ull << (point % 64));
	}
	b.steps.threads[last] = (uint8_t)thread;
	forbid_before(&b, t->n, last);
}

// ---- partial goals -------------------------------------------------------------------------------

static void scan_part_from(struct hd_schedules *s, const struct hd_schedules_trace *t, unsigned at,
	struct hd_part *part)
{
	if (part->n + 1 == s->space.length) {
		return;
	}
	uint16_t last = part->points[part->n - 1];
	part->n++;
	for (unsigned i = at + 1; i < t->n; i++) {
		uint16_t point = t->events[i].point;
		if (t->events[i].thread == t->events[at].thread && hd_space_reaches(&s->space, last, point)) {
			part->points[part->n - 1] = point;
			cover_part(s, part);
			scan_part_from(s, t, i, part);
		}
	}
	part->n--;
}

void hd_schedules_scan_parts(struct hd_schedules *s, const struct hd_schedules_trace *t)
{
	struct hd_part part;

	for (unsigned i = 0; i < t->n; i++) {
		part = (struct hd_part){.n = 1, .points = {t->events[i].point}};
		cover_part(s, &part);
		scan_part_from(s, t, i, &part);
	}
}

static void end_execution(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	(void)o;
	if (hd_schedules_trace.bounded) {
		s->bounded++;
	}
	if (hd_schedules_apart) {
		return;
	}
	if (hd_schedules_threads > 1) {
		hd_schedules_scan(hd_schedules_at_hand, &hd_schedules_trace);
	} else {
		hd_schedules_scan_parts(hd_schedules_at_hand, &hd_schedules_trace);
	}
}

// ---- for other campaigns and machines ------------------------------------------------------

#define CLASS_AT 32 // bits of a schedule's index below that of its class
#define MOST_TOLD (1u << 20) // of a class that has more covered, nothing is told: it would be too much for others
_Static_assert(HD_SPACE_MOST <= 1ull << CLASS_AT, "an index has room below");

void hd_schedules_tell(const struct hd_schedules *s, uint64_t first, void (*put)(uint64_t goal, uint64_t value))
{
	uint64_t words = s->ncovered + s->nforbidden <= MOST_TOLD ? hd_space_indexes(&s->space) / 64 : 0;

	for (uint64_t word = 0; word < words; word++) {
		uint64_t covered = s->covered[word];
		for (uint64_t left = covered | s->forbidden[word]; left; left &= left - 1) {
			unsigned bit = (unsigned)__builtin_ctzll(left);
			put(first + word * 64 + bit, 1ull << 32 | !(covered >> bit & 1));
		}
	}
}

void hd_schedules_take(struct hd_schedules *s, uint64_t index, uint64_t value)
{
	struct hd_steps steps;

	if (index >= hd_space_indexes(&s->space) || !hd_bit(s->goals, index) || !(value >> 32)) {
		return;
	}
	hd_space_at(&s->space, index, &steps);
	if ((uint32_t)value) {
		hd_schedules_forbid(s, &steps);
	} else if (hd_bit_set(s->covered, index)) {
		s->ncovered++;
		s->nforbidden -= hd_bit(s->forbidden, index);
		s->ntuples += hd_bit_set(s->tuples, hd_space_tuple(&s->space, &steps));
	}
}

static void goals(const void *state, void (*put)(uint64_t goal, uint64_t value))
{
	const struct state *s = state;

	for (unsigned k = 0; k < s->n; k++) {
		hd_schedules_tell(&s->classes[k], (uint64_t)k << CLASS_AT, put);
	}
}

static void take_goal(void *state, uint64_t goal, uint64_t value)
{
	struct state *s = state;
	uint64_t class = goal >> CLASS_AT;

	if (class < s->n) {
		hd_schedules_take(&s->classes[class], goal & ((1ull << CLASS_AT) - 1), value);
	}
}

// ---- what is told of it ----------------------------------------------------------------------

static uint64_t covered(const void *state)
{
	const struct state *s = state;
	uint64_t n = 0;

	for (unsigned i = 0; i < s->n; i++) {
		n += s->classes[i].ncovered + s->classes[i].nforbidden;
	}
	return n;
}

static unsigned count_blocking(const struct hd_point_set *p)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p->n; i++) {
		const struct hd_site *s = hd_site_by_id(p->sites[i]);
		n += p->is_lock[i] && (s->kind == HD_EV_LOCK || s->kind == HD_EV_RDLOCK);
	}
	return n;
}

#define SUM(member) sum += s->classes[i].member
#define PUT(key, member)                                       \
	do {                                                       \
		uint64_t sum = 0;                                      \
		for (unsigned i = 0; i < s->n; i++) {                  \
			SUM(member);                                       \
		}                                                      \
		w->number(HD_KEY(metric, key), sum);                   \
	} while (0)

static void report(const void *state, const struct hd_writer *w)
{
	const struct state *s = state;
	uint64_t locks = 0;

	for (unsigned i = 0; i < s->n; i++) {
		locks += count_blocking(&s->classes[i].points);
	}
	w->number(HD_KEY(metric, covered), covered(state));
	PUT(total, size.goals);
	PUT(forbidden, nforbidden);
	PUT(goal_pairs, size.tuples);
	PUT(goal_pairs_covered, ntuples);
	PUT(partial_goals, size.parts);
	PUT(partial_goals_covered, nparts);
	PUT(shorter, nshorter);
	PUT(shorter_covered, ncovered_shorter);
	PUT(points, points.n);
	w->number(HD_KEY(metric, length), s->n ? s->classes[0].space.length : 0);
	w->number(HD_KEY(metric, lock_sites), locks);
	PUT(lock_sites_blocked, nblocked);
	w->number(HD_KEY(metric, bounded), s->bounded);
}

const struct hd_metric hd_metric_schedules = {
	.state_size = sizeof(struct state),
	.shared = true,
	.begin = begin,
	.begin_test = begin_test,
	.begin_execution = begin_execution,
	.access = on_access,
	.synced = on_synced,
	.enter = on_enter,
	.branch = on_branch,
	.end_execution = end_execution,
	.goals = goals,
	.take_goal = take_goal,
	.covered = covered,
	.report = report,
};
