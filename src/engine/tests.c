// SPDX-License-Identifier: Apache-2.0
// The loop over tests: propose, linearize, run under several schedules, judge.
#include "engine/engine.h"

#include "strategy/map/map.h"
#include "strategy/pairs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHOW_EVERY 64 // tests

// What the loop is doing, for a sampling profiler (bench/micro/loop.py).
enum { PHASE_OTHER, PHASE_GENERATE, PHASE_EXECUTE, PHASE_JUDGE };
__attribute__((visibility("default"))) unsigned char __heddle_phase;

#define MOST_EXHAUSTIVE 20000 // executions of one test in a search through all its schedules

// ---- which methods run concurrently ------------------------------------------------

static struct hd_pairs_trace trace;
static int16_t *method_of; // by function record: method of the class under test, -1
static uint16_t methods_of_class = HD_API_NONE;

static struct hd_pairs *pairs(void)
{
	return hd_worker->select_states[hd_class_under_test]; // the first member of every state
}

static int method_at(const void *address)
{
	for (unsigned i = 0; i < hd_class_facts->nmethods; i++) {
		if (hd_function(hd_class_facts->methods[i])->address == address) {
			return (int)i;
		}
	}
	return -1;
}

// The code under test is in the module that was linked first: the last in the list.
static const struct hd_func *funcs, *funcs_end;

static uint8_t watched; // functions, unless no method is ever called but by the test

static bool calls_methods_itself(void)
{
	return hd_class_facts->model->nests || __heddle_api.nsignatures > 0; // callbacks call methods
}

static void map_methods(void)
{
	if (methods_of_class == hd_class_under_test) {
		return;
	}
	methods_of_class = hd_class_under_test;
	watched = calls_methods_itself() ? HD_WATCH_FUNCTIONS : 0;
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		funcs = m->funcs;
		funcs_end = m->funcs_end;
	}
	size_t n = (size_t)(funcs_end - funcs);
	if (!method_of) {
		method_of = hd_persist_alloc(n * sizeof(*method_of));
	}
	for (size_t i = 0; i < n; i++) {
		method_of[i] = (int16_t)method_at(funcs[i].address);
	}
}

static inline int method_of_record(const struct hd_func *f)
{
	return f >= funcs && f < funcs_end ? method_of[f - funcs] : -1;
}

// Public functions that a thread is in, as far as the hooks see: the outermost
// is a call of the test itself, which is counted by on_call.
static struct {
	uint32_t round;
	unsigned depth;
} nesting[HD_MAX_FIBERS];
static uint32_t round; // one execution; nesting of other rounds is none

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
	return depth == 1 && hd.cur->id >= 1 && hd.cur->id <= hd_worker->test.nthreads;
}

static void on_enter(const struct hd_func *f)
{
	int m = method_of_record(f);

	if (m >= 0 && !hd.single && !is_direct(++*depth_of_current())) {
		hd_pairs_enter(pairs(), &trace, hd.cur->id, (unsigned)m);
	}
}

static void on_leave(const struct hd_func *f)
{
	unsigned *depth = depth_of_current();

	if (!hd.single && method_of_record(f) >= 0 && *depth > 0) {
		if (!is_direct((*depth)--)) {
			hd_pairs_leave(&trace, hd.cur->id);
		}
	}
}

static void on_call(uint16_t function, bool starts)
{
	int m = hd_class_facts->method_of[function];

	__heddle_watch = watched;
	if (starts && hd_map_is_on()) {
		hd_map_call();
	}
	if (m >= 0 && starts) {
		hd_pairs_enter(pairs(), &trace, hd.cur->id, (unsigned)m);
	} else if (m >= 0) {
		hd_pairs_leave(&trace, hd.cur->id);
	}
}

// Functions of a prefix are of no interest; threads that it started may be.
static void watch_pairs(bool on)
{
	hd_observer.enter = on ? on_enter : NULL;
	hd_observer.leave = on ? on_leave : NULL;
	hd_on_call = on ? on_call : NULL;
	__heddle_watch = on && hd_class_facts->spawns ? watched : 0;
	if (on) {
		hd_pairs_reset(&trace);
		round++;
	}
}

// ---- one execution of the test at hand -------------------------------------------------

static void report_results(void)
{
	struct hd_fault *f = &hd.fault;
	uint64_t key = HD_VERDICT_NOT_LINEARIZABLE;
	uint16_t called[HD_TEST_CALLS];
	unsigned n = hd_test_functions(&hd_worker->test, called);

	for (unsigned i = 0; i < n; i++) {
		key += hd_mix(called[i] + 1000u);
	}
	*f = (struct hd_fault){.kind = HD_VERDICT_NOT_LINEARIZABLE, .key = hd_mix(key), .fiber = 1};
	snprintf(f->message, sizeof(f->message),
	         "the results of these calls are those of none of the %u orders in which they could be made one "
	         "after the other",
	         hd_worker->linear.orders > 1 ? hd_worker->linear.orders - 1 : 1);
	hd.outcome.verdict = HD_VERDICT_NOT_LINEARIZABLE;
}

// Calls that wait at the same time take less time than one after the other. If some
// waited in vain, and the code looks at the clock for more than deadlines, other results
// than those of sequential orders may be right.
static bool owe_to_time(void)
{
	return hd.timeouts > 0 && hd.clock_reads > hd.timed_waits;
}

// To try a lock and fail is allowed at any time that another call is being made, whatever
// the sequential orders do.
static bool owe_to_others(void)
{
	return hd.busy > 0;
}

// Do the results of the execution just made need an order that explains them?
static bool results_count(void)
{
	bool ended = hd.outcome.verdict == HD_VERDICT_NONE && !hd.outcome.blocked && !hd.outcome.cut_off &&
	             !hd.outcome.refused && !hd.outcome.crashed && !hd_test_exited();

	return ended && hd.outcome.fibers == hd_worker->test.nthreads + 1u && !owe_to_time() && !owe_to_others();
}

// A clean execution may still have results that no sequential order gives.
static void judge(void)
{
	const struct hd_linearizations *l = &hd_worker->linear;

	if (hd.oracles & HD_ORACLE_LINEARIZABILITY && l->complete && l->deterministic && !hd_class_facts->spawns &&
	    results_count() && !hd_linear_explains(l, hd_results.hash)) {
		report_results();
	}
}

void hd_tests_execute(void)
{
	hd_sched_execute(hd_test_entry, &hd_worker->test);
	judge();
}

void hd_tests_bind(void)
{
	hd_learn_select(hd_worker->test.class);
	hd_linearize(&hd_worker->test, &hd_worker->linear, NULL, 0);
}

// ---- the campaign -------------------------------------------------------------------------

static bool wants_class(uint16_t i)
{
	const char *name = hd_campaign->control->config.class_name;
	return name[0] == '\0' || strcmp(name, __heddle_api.classes[i].name) == 0;
}

static void say_why_not(void)
{
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		if (wants_class((uint16_t)i)) {
			hd_message_note("error", NULL, "%s", hd_learn_problem((uint16_t)i));
		}
	}
	for (uint32_t i = 0; i < __heddle_api.nfunctions; i++) {
		if (hd_facts[i].why) {
			hd_message_note("warning", NULL, "%s: %s", hd_function((uint16_t)i)->name, hd_facts[i].why);
		}
	}
}

static void choose_classes(void)
{
	struct hd_campaign *c = hd_campaign;

	c->nclasses = 0;
	c->classes = hd_persist_alloc(__heddle_api.nclasses * sizeof(*c->classes));
	for (uint32_t i = 0; i < __heddle_api.nclasses; i++) {
		if (wants_class((uint16_t)i) && hd_learn_select((uint16_t)i)) {
			c->classes[c->nclasses++] = (uint16_t)i;
			hd_effects_model(hd_class_facts);
		}
	}
}

static void prepare_worker(void)
{
	struct hd_campaign *c = hd_campaign;
	struct hd_worker *w = hd_worker;

	if (w->select_states) {
		return; // left by the one before
	}
	w->rng = hd_mix(c->control->config.seed + 1 + w->number * 7919u);
	w->select_states = hd_persist_alloc(__heddle_api.nclasses * sizeof(*w->select_states));
	for (unsigned i = 0; i < c->nclasses; i++) {
		void *state = hd_persist_alloc(c->select->state_size);
		hd_learn_select(c->classes[i]);
		c->select->begin(state);
		w->select_states[c->classes[i]] = state;
	}
}

static bool may_learn(void)
{
	const struct hd_control *control = hd_campaign->control;
	uint64_t limit_ns = control->config.time_ms * 1000000u / 2;

	return !control->progress.stop && (!limit_ns || hd_campaign_elapsed_ns() < limit_ns);
}

// Calls that block where nobody sees it should not use up the time that there is.
static void learn(void)
{
	const struct hd_config *config = &hd_campaign->control->config;
	uint64_t hang_ms = hd_hang_ms;

	if (config->time_ms && config->time_ms / 10 < hang_ms) {
		hd_hang_ms = config->time_ms / 10;
	}
	unsigned untried = hd_learn_all(config->seed, may_learn);
	hd_hang_ms = hang_ms;
	if (untried > 0 && !hd_campaign->control->progress.stop) {
		hd_message_note("warning", NULL,
		                "learning the API took half of the time (--time): %u function%s not tried and not used",
		                untried, untried == 1 ? " was" : "s were");
	}
}

bool hd_tests_setup(void)
{
	struct hd_campaign *c = hd_campaign;

	if (hd_worker->number == 0 && c->learned < 2) {
		c->learned = 1;
		c->select = hd_select_find(c->control->config.strategy);
		if (!c->select) {
			c->select = &hd_select_auto;
		}
		learn();
		choose_classes();
		hd_turns_setup();
		hd_patterns_setup();
		c->learned = 2; // a worker that dies before this begins again, wiser
	}
	while (c->learned < 2 && !c->over) { // the first worker is at it
		usleep(100);
	}
	prepare_worker();
	if (c->nclasses == 0 && c->control->progress.stop) {
		hd_campaign_finish("interrupted");
		return true;
	}
	if (c->nclasses == 0) {
		say_why_not();
		return false;
	}
	return true;
}

void hd_test_retire_if_tainted(void)
{
	if (hd.outcome.verdict != HD_VERDICT_NONE && hd.fault.tainted) {
		hd_worker_leave(HD_WORKER_RETIRES);
	}
}

// For people who watch.
static void show_coverage(void)
{
	struct hd_campaign *c = hd_campaign;
	uint64_t covered = 0, total = 0;

	for (unsigned i = 0; i < c->nclasses; i++) {
		hd_learn_select(c->classes[i]);
		size_t n = hd_pairs_count(hd_class_facts->nmethods);
		for (size_t k = 0; k < n; k++) {
			covered += hd_class_facts->covered[k] > 0;
		}
		total += n;
	}
	c->control->progress.pairs_covered = covered;
	c->control->progress.pairs_total = total;
}

static bool propose(void)
{
	struct hd_campaign *c = hd_campaign;
	const struct hd_config *config = &c->control->config;
	struct hd_proposal p = {
	    .rng = &hd_worker->rng,
	    .threads = config->threads ? config->threads : 2,
	    .effort = &hd_worker->effort,
	    .prefix_max = config->prefix_max,
	    .suffix_max = config->suffix_max,
	};

	uint64_t number = c->tests++;
	if (number % SHOW_EVERY == 0) {
		show_coverage();
	}
	hd_learn_select(hd_turns_class());
	hd_turns_spend(1); // even if there is no test
	c->control->progress.tests = number + 1;
	hd_worker->linear.complete = false;
	__heddle_phase = PHASE_GENERATE;
	hd_worker->effort = (struct hd_effort){.schedules = c->select->executions};
	bool made = c->select->propose(hd_worker->select_states[hd_class_under_test], &p, &hd_worker->test);
	if (config->repeat) {
		hd_worker->effort.schedules = config->repeat;
	}
	return made;
}

// ---- results of one test -----------------------------------------------------------------

// Linearizations are made late: for the distinct results that executions gave,
// and in full only when something looks wrong.
#define MOST_RESULTS 64
#define MOST_SEGMENTS 256

// Results, and the execution that gave them first.
struct result {
	struct hd_goal goal;
	bool eager;  // timed waits could end before their time
	bool serial; // an execution whose calls did not overlap gave them, which is a linearization
	struct hd_segment segments[MOST_SEGMENTS];
	size_t nsegments;
	uint8_t choices[64];
	size_t nchoices;
	uint64_t execution;
};

static struct {
	struct result results[MOST_RESULTS];
	unsigned n;
} seen;

static struct result *find_result(uint64_t hash)
{
	for (unsigned i = 0; i < seen.n; i++) {
		if (seen.results[i].goal.hash == hash) {
			return &seen.results[i];
		}
	}
	return NULL;
}

static void keep_execution(struct result *r, uint64_t execution)
{
	r->goal.n = hd_test_order(r->goal.order);
	r->eager = hd.eager;
	r->execution = execution;
	r->nsegments = hd.nsegments;
	memcpy(r->segments, hd.segments, hd.nsegments * sizeof(*hd.segments));
	r->nchoices = hd.nchoices;
	memcpy(r->choices, hd.choices, hd.nchoices);
}

static void note_results(uint64_t execution)
{
	struct result *known = find_result(hd_results.hash);
	bool serial = !hd_results.overlapped;

	if (known) {
		known->serial |= serial;
		return;
	}
	if (seen.n == MOST_RESULTS || hd.nsegments > MOST_SEGMENTS || hd.nchoices > sizeof(known->choices)) {
		return;
	}
	struct result *r = &seen.results[seen.n++];
	r->goal.hash = hd_results.hash;
	r->serial = serial;
	if (!serial) {
		keep_execution(r, execution);
	}
}

static void linearize(const struct hd_goal *goals, unsigned n)
{
	struct hd_campaign *c = hd_campaign;

	__heddle_phase = PHASE_JUDGE;
	hd_linearize(&hd_worker->test, &hd_worker->linear, goals, n);
	c->linearizations += hd_worker->linear.orders;
	c->illegal += hd_worker->linear.fault != HD_VERDICT_NONE;
}

// A fault counts if no linearization has one: only then is the test legal use.
static bool handle_fault(uint64_t execution)
{
	static struct hd_fault fault;

	if (hd.fault.tainted) {
		return hd_findings_violation(execution); // judged by a fresh worker
	}
	fault = hd.fault;
	hd_recorded_take(&hd_worker->pending_schedule);
	linearize(NULL, 0);
	if (hd_linear_excuses(&hd_worker->linear, fault.kind)) {
		return true;
	}
	hd_replay_expect(&fault);
	hd_replay(&hd_worker->pending_schedule, false);
	return !hd_same_fault(&hd.fault, &fault) || hd_findings_violation(execution);
}

// The results that are left to be explained by a linearization.
static unsigned gather_goals(struct hd_goal *goals)
{
	unsigned n = 0;

	for (unsigned i = 0; i < seen.n; i++) {
		if (!seen.results[i].serial) {
			goals[n++] = seen.results[i].goal;
		}
	}
	return n;
}

static void replay_result(const struct result *from)
{
	struct hd_recorded *r = &hd_worker->pending_schedule;

	r->n = from->nsegments;
	memcpy(r->segments, from->segments, r->n * sizeof(*r->segments));
	r->nchoices = from->nchoices;
	memcpy(r->choices, from->choices, r->nchoices);
	r->eager = from->eager;
	hd_replay(r, false);
}

static void check_results(void)
{
	static struct hd_goal goals[MOST_RESULTS];
	const struct hd_linearizations *l = &hd_worker->linear;
	struct hd_campaign *c = hd_campaign;
	bool wanted = hd.oracles & HD_ORACLE_LINEARIZABILITY && !hd_class_facts->spawns && !c->over;
	unsigned n = wanted ? gather_goals(goals) : 0;

	if (n == 0) {
		return;
	}
	linearize(goals, n);
	if (l->explained || !l->complete || !l->deterministic || l->fault != HD_VERDICT_NONE) {
		return;
	}
	for (unsigned i = 0; i < seen.n && !c->over; i++) {
		const struct result *r = &seen.results[i];
		if (r->serial || hd_linear_explains(l, r->goal.hash)) {
			continue;
		}
		replay_result(r);
		if (hd.outcome.verdict == HD_VERDICT_NOT_LINEARIZABLE) {
			hd_findings_violation(r->execution);
		}
	}
}

static void next_test_number(void)
{
	hd.test = hd.test == UINT16_MAX ? 1 : hd.test + 1;
	if (hd.test == 1) {
		hd_memory_forget_shadow();
	}
}

static bool searching; // the last execution was one of a search through all schedules
static bool partial;   // an execution of this test was cut off, or preemptions are bounded

static bool is_bounded(void)
{
	return hd.strategy == &hd_schedule_dfs && hd_campaign->control->config.bound != UINT32_MAX;
}

// One execution under the next schedule; false: no more of this test.
static bool run_schedule(bool fresh, bool *alive)
{
	struct hd_campaign *c = hd_campaign;

	uint64_t execution;

	if (!hd_campaign_begin(fresh, &execution)) {
		c->searched += searching && !partial; // and through
		return false;
	}
	searching = hd.strategy->points == HD_POINTS_ALL;
	__heddle_phase = PHASE_EXECUTE;
	hd.wary = hd_worker->effort.schedules == 1;
	watch_pairs(c->select->uses_pairs);
	if (hd_map_is_on()) {
		hd_map_begin(hd_class_under_test);
	}
	hd_worker->execute();
	partial = (partial && !fresh) || hd_campaign_was_cut_off() || is_bounded();
	watch_pairs(false);
	if (hd_map_is_on()) {
		hd_map_end(execution);
	}
	if (c->strategy->end) {
		c->strategy->end(hd_worker->strategy_state, &hd.outcome);
	}
	hd_campaign_account();
	if (hd_campaign_was_refused()) {
		return false;
	}
	if (hd.outcome.verdict != HD_VERDICT_NONE) {
		*alive = handle_fault(execution) && !hd.fault.tainted;
		return *alive && !hd_linear_excuses(&hd_worker->linear, HD_VERDICT_NONE);
	}
	if (results_count()) {
		note_results(execution);
	}
	return true;
}

// A search through all schedules of a test goes on until it is through.
static unsigned most_schedules(void)
{
	bool open_ended = hd.strategy->ends_tests && !hd_campaign->control->config.repeat;
	return searching ? MOST_EXHAUSTIVE : open_ended ? UINT32_MAX : hd_worker->effort.schedules;
}

// The test at hand under its share of schedules; false: the worker must retire.
static bool run_schedules(void)
{
	bool alive = true;

	next_test_number();
	map_methods();
	seen.n = 0;
	unsigned most = 1, i;
	for (i = 0; i < most && hd_campaign_may_go_on(); i++) {
		if (!run_schedule(i == 0, &alive)) {
			break;
		}
		most = most_schedules();
	}
	hd_turns_spend(i > 0 ? i - 1 : 0); // the first was paid for
	if (alive) {
		check_results();
	}
	return alive;
}

void hd_tests_work(void)
{
	while (hd_campaign_may_go_on()) {
		if (propose() && !run_schedules()) {
			return;
		}
	}
}
