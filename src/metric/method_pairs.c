// SPDX-License-Identifier: Apache-2.0
// Pairs of methods that ran concurrently (CovCon, ICSE 2017). The test's own calls are
// told; methods that the program calls itself, or that callbacks call, are seen as
// functions, and functions are only listened to where there can be such calls.
#include "metric/method_pairs.h"

#include "abi/api.h"
#include "metric/metric.h"
#include "model/model.h"

// All workers have one: a pair that one of them has covered need not be tried by another.
struct state {
	struct hd_pairs *pairs;  // by class; those of classes that are not under test are empty
	const struct hd_subject *subjects;
	unsigned nclasses;
	uint64_t covered, total; // of all classes
};

struct hd_pairs *hd_method_pairs(uint16_t class)
{
	return &((struct state *)hd_metric_state(HD_METRIC_method_pairs))->pairs[class];
}

void hd_method_pairs_count(uint64_t *covered, uint64_t *total)
{
	const struct state *s = hd_metric_state(HD_METRIC_method_pairs);

	*covered = s->covered;
	*total = s->total;
}

static void begin(void *state, const struct hd_metric_setup *setup)
{
	struct state *s = state;

	s->pairs = hd_persist_alloc(__heddle_api.nclasses * sizeof(*s->pairs));
	s->subjects = setup->subjects;
	s->nclasses = setup->nsubjects;
	for (unsigned i = 0; i < setup->nsubjects; i++) {
		struct hd_pairs *p = &s->pairs[setup->subjects[i].class];
		hd_pairs_init(p, setup->subjects[i].nmethods, &s->covered);
		s->total += hd_pairs_count(p->n);
	}
}

// ---- the test at hand ----------------------------------------------------------------------

static struct hd_running_methods trace;
static const struct hd_subject *subject;
static struct hd_pairs *pairs;   // of its class
static unsigned nthreads;        // that make the test's calls
static bool nests;               // methods are called by others than the test
static int16_t *method_of;       // by function record: method of the class, -1: none
static const struct hd_func *funcs, *funcs_end;

static int method_at(const void *address)
{
	for (unsigned i = 0; i < subject->nmethods; i++) {
		if (__heddle_api.functions[subject->methods[i]].address == address) {
			return (int)i;
		}
	}
	return -1;
}

// The code under test is in the module that was linked first: the last in the list.
static void map_methods(void)
{
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		funcs = m->funcs;
		funcs_end = m->funcs_end;
	}
	size_t n = (size_t)(funcs_end - funcs);
	if (!method_of) {
		method_of = hd_private_alloc((n + 1) * sizeof(*method_of));
	}
	for (size_t i = 0; i < n; i++) {
		method_of[i] = (int16_t)method_at(funcs[i].address);
	}
}

static void begin_test(void *state, const struct hd_subject *of, unsigned threads)
{
	struct state *s = state;

	nthreads = threads;
	if (subject == of) {
		return;
	}
	subject = of;
	pairs = &s->pairs[of->class];
	nests = of->model->nests || __heddle_api.nsignatures > 0; // callbacks call methods
	map_methods();
}

static inline int method_of_record(const struct hd_func *f)
{
	return f >= funcs && f < funcs_end ? method_of[f - funcs] : -1;
}

// ---- one execution ---------------------------------------------------------------------------

// Methods that a thread is in, as far as the hooks see: the outermost is a call of the
// test itself, which call() is told of.
static struct {
	uint32_t round;
	unsigned depth;
} nesting[HD_MAX_FIBERS];
static uint32_t round; // one execution; nesting of other rounds is none

static unsigned begin_execution(void *state, unsigned events)
{
	(void)state;
	hd_pairs_reset(&trace);
	round++;
	return nests ? events : events & ~HD_HEARS_FUNCTIONS;
}

static unsigned *depth_of_current(void)
{
	unsigned f = hd.cur->id;

	if (nesting[f].round != round) {
		nesting[f].round = round;
		nesting[f].depth = 0;
	}
	return &nesting[f].depth;
}

static bool is_direct(unsigned depth)
{
	return depth == 1 && hd.cur->id >= 1 && hd.cur->id <= nthreads;
}

static void enter(void *state, const struct hd_func *f)
{
	int m = method_of_record(f);

	(void)state;
	if (m >= 0 && !hd.single && !is_direct(++*depth_of_current())) {
		hd_pairs_enter(pairs, &trace, hd.cur->id, (unsigned)m);
	}
}

static void leave(void *state, const struct hd_func *f)
{
	unsigned *depth = depth_of_current();

	(void)state;
	if (!hd.single && method_of_record(f) >= 0 && *depth > 0) {
		if (!is_direct((*depth)--)) {
			hd_pairs_leave(&trace, hd.cur->id);
		}
	}
}

static void call(void *state, uint16_t function, bool starts)
{
	int m = subject->method_of[function];

	(void)state;
	if (m >= 0 && starts) {
		hd_pairs_enter(pairs, &trace, hd.cur->id, (unsigned)m);
	} else if (m >= 0) {
		hd_pairs_leave(&trace, hd.cur->id);
	}
}

// ---- for other campaigns and machines ------------------------------------------------------

// A pair is known by its class and its index; the lower half is how often it was tried.
static void goals(const void *state, void (*put)(uint64_t goal, uint64_t value))
{
	const struct state *s = state;

	for (unsigned k = 0; k < s->nclasses; k++) {
		uint16_t class = s->subjects[k].class;
		const struct hd_pairs *p = &s->pairs[class];
		for (size_t i = 0; i < hd_pairs_count(p->n); i++) {
			uint64_t times = p->covered[i] < INT32_MAX ? p->covered[i] : INT32_MAX;
			if (times > 0 || p->tried[i] > 0) {
				put((uint64_t)class << 32 | i, times << 32 | p->tried[i]);
			}
		}
	}
}

static void take_goal(void *state, uint64_t goal, uint64_t value)
{
	struct state *s = state;
	uint64_t class = goal >> 32, i = (uint32_t)goal;

	if (class >= __heddle_api.nclasses || i >= hd_pairs_count(s->pairs[class].n)) {
		return;
	}
	struct hd_pairs *p = &s->pairs[class];
	uint64_t before = p->covered[i], times = value >> 32;
	while (before < times &&
		!__atomic_compare_exchange_n(&p->covered[i], &before, times, false, __ATOMIC_RELAXED,
			__ATOMIC_RELAXED)) {
	}
	if (before == 0 && times > 0) {
		__atomic_fetch_add(&s->covered, 1, __ATOMIC_RELAXED);
	}
	p->tried[i] = p->tried[i] > (uint32_t)value ? p->tried[i] : (uint32_t)value;
}

// ---- what is told of it ------------------------------------------------------------------

static uint64_t covered(const void *state)
{
	return ((const struct state *)state)->covered;
}

static void report(const void *state, const struct hd_writer *w)
{
	const struct state *s = state;

	w->number(HD_KEY(metric, covered), s->covered);
	w->number(HD_KEY(metric, total), s->total);
}

static void put_pair(const struct hd_subject *of, const struct hd_pairs *p, size_t i, const struct hd_writer *w)
{
	unsigned a, b;

	hd_pairs_split(i, &a, &b);
	w->object();
	w->text(HD_KEY(pair, class), __heddle_api.classes[of->class].name);
	w->text(HD_KEY(pair, a), __heddle_api.functions[of->methods[a]].name);
	w->text(HD_KEY(pair, b), __heddle_api.functions[of->methods[b]].name);
	w->number(HD_KEY(pair, tried), p->tried[i]);
	w->number(HD_KEY(pair, covered), p->covered[i]);
	w->number(HD_KEY(pair, score), hd_pairs_score(p->tried[i], p->covered[i]));
	w->close('}');
}

static void rows(const void *state, const struct hd_writer *w)
{
	const struct state *s = state;

	w->list(HD_KEY(done, pairs));
	for (unsigned k = 0; k < s->nclasses; k++) {
		const struct hd_pairs *p = &s->pairs[s->subjects[k].class];
		for (size_t i = 0; i < hd_pairs_count(p->n); i++) {
			put_pair(&s->subjects[k], p, i, w);
		}
	}
	w->close(']');
}

const struct hd_metric hd_metric_method_pairs = {
	.state_size = sizeof(struct state),
	.shared = true,
	.begin = begin,
	.begin_test = begin_test,
	.begin_execution = begin_execution,
	.call = call,
	.enter = enter,
	.leave = leave,
	.goals = goals,
	.take_goal = take_goal,
	.covered = covered,
	.report = report,
	.rows = rows,
};
