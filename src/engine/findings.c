// SPDX-License-Identifier: Apache-2.0
// A violation becomes a finding. The worker that saw it notes it and retires; fresh
// workers, forked from an image that has run no code under test, do the rest, one stage each:
//
//   SEEN    its schedule shows the violation again; the test is legal use of the API;
//           test and schedule are minimised
//   SMALL   the minimised execution shows it: first trace, and the race behind it
//   TRACED  and again in another process: second trace, reported. If the traces differ
//           the finding says that its trace is not exact.
//
// A data race is a cause, and people act on effects. The first race is therefore held back for
// a while: executions go on without looking for races, and if one of them fails otherwise, that
// is the finding, with the race as its cause. Else the race is reported after all. A leak is held
// back likewise: whoever loses a block may do worse with it.
//
// A violation that does not happen again is CLEAN and gets one more chance. If two fresh
// processes do the same without it, and it was not the first execution of its
// process, something of an earlier execution had leaked into it: it says nothing about
// the code. Everything else that cannot be confirmed is lost, which is reported.
//
// A stage whose worker dies or retires on the way is begun again, a few times, the last
// times without minimising: no violation is forgotten.
#include "engine/engine.h"

#include "gen/outcomes.h"
#include "metric/map/map.h"

#include <stdio.h>
#include <string.h>

#define MINIMISE_ATTEMPTS 2
#define MOST_ATTEMPTS 4

// ---- a race's first access ---------------------------------------------------------------

static bool overlaps(const struct hd_event *e, uintptr_t address)
{
	return e->object < address + 8 && address < e->object + (e->size ? e->size : 1) + 7;
}

// Replays up to the step that the trace shows, to capture the stack there.
void hd_capture_other_stack(struct hd_fault *f, const struct hd_schedule *s)
{
	struct hd_moment first;
	struct hd_run run = hd_program_replay_run(s, f);

	run.trace = true;
	for (size_t i = hd.nlog; i-- > 0;) {
		const struct hd_event *e = &hd.log[i];
		if (e->fiber == f->other_fiber && e->site == f->other_site && overlaps(e, f->address)) {
			first = (struct hd_moment){.fiber = e->fiber, .step = e->step};
			run.capture = &first;
			break;
		}
	}
	if (!run.capture) {
		return;
	}
	hd.captured.n = 0;
	hd_program_execute(&run);
	if (hd.captured.n > 0) {
		f->stacks[f->nstacks++] = hd.captured;
	}
}

// ---- what could not be confirmed ---------------------------------------------------------------

static struct hd_lost *find_lost(const struct hd_fault *f)
{
	struct hd_campaign *c = hd_campaign;

	for (unsigned i = 0; i < c->nlost && i < HD_MAX_LOST; i++) {
		if (c->lost[i].kind == f->kind && c->lost[i].key == f->key) {
			return &c->lost[i];
		}
	}
	return NULL;
}

// A replay that fails does not silence a violation for good, but it is looked at more and more
// rarely: when it is seen for the second, fourth, eighth time, and so on.
static bool is_worth_a_look(const struct hd_fault *f)
{
	struct hd_lost *l = find_lost(f);
	uint64_t seen = l ? ++l->seen : 0;

	return (seen & (seen - 1)) == 0;
}

void hd_findings_lose(struct hd_worker *w, const char *why)
{
	struct hd_campaign *c = hd_campaign;
	const struct hd_fault *f = &w->suspect.seen.fault;
	struct hd_lost *l = find_lost(f);

	c->unconfirmed++;
	c->fills = true; // from now on replays start as executions do
	w->suspect.stage = HD_STAGE_NONE;
	if (!l && c->nlost < HD_MAX_LOST) {
		l = &c->lost[c->nlost++];
		*l = (struct hd_lost){.kind = f->kind, .key = f->key, .site = f->site, .why = why, .seen = 1};
		snprintf(l->message, sizeof(l->message), "%s", f->message);
	}
	if (l) {
		l->times++;
	}
}

// Uninitialised memory is the usual cause; the state of the process is the other.
static void note_leak(void)
{
	struct hd_campaign *c = hd_campaign;

	hd_worker->suspect.stage = HD_STAGE_NONE;
	c->leaked++;
	c->isolates = c->fills;
	c->fills = true;
}

// ---- the worker that saw it ----------------------------------------------------------------------

static bool is_race(const struct hd_fault *f)
{
	return f->kind == HD_VERDICT_DATA_RACE;
}

static bool is_about_results(const struct hd_fault *f)
{
	return f->kind == HD_VERDICT_NOT_LINEARIZABLE;
}

static bool is_lost_memory(const struct hd_fault *f)
{
	return &__heddle_api && f->kind == HD_VERDICT_LEAK;
}

bool hd_findings_is_by_orders(const struct hd_fault *f)
{
	return is_about_results(f) || is_lost_memory(f);
}

void hd_findings_note(uint64_t execution)
{
	struct hd_suspect *s = &hd_worker->suspect;

	s->seen.fault = hd.record.fault;
	if (&__heddle_api) {
		s->seen.test = hd_worker->test;
	}
	hd_schedule_copy(&s->seen.schedule, &hd.record.schedule);
	s->found = (struct hd_found){.execution = execution,
		.ns = hd_campaign_elapsed_ns(),
		.switches = hd.record.outcome.switches,
		.aimed = hd_findings_is_by_orders(&hd.record.fault) ? 0 : hd_map_aimed}; // results are judged later
	s->first = hd.gen == 1;
	s->is_wanted = hd_reproduce_saw(&hd.record.fault);
}

// Another worker is at it.
static bool is_suspected(const struct hd_fault *f)
{
	const struct hd_worker *w;

	for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
		const struct hd_fault *other = &w->suspect.seen.fault;
		bool same = is_race(f) && is_race(other)
			? hd_same_race(other->site, other->other_site, f->site, f->other_site)
			: hd_same_fault(other, f);
		if (w != hd_worker && w->suspect.stage != HD_STAGE_NONE && same) {
			return true;
		}
	}
	return false;
}

bool hd_findings_suspect(void)
{
	struct hd_suspect *s = &hd_worker->suspect;
	const struct hd_fault *f = &s->seen.fault;

	if (hd_known(f, &s->seen.test) || is_suspected(f) || !is_worth_a_look(f)) {
		return false;
	}
	s->stage = HD_STAGE_SEEN;
	s->attempts = 0;
	s->whole = s->judging = s->doubted = s->released = s->sampled = false;
	return true;
}

// ---- a race that is held back ------------------------------------------------------------

#define HOLD_NS 1000000000ull
#define HOLD_EXECUTIONS 1000
#define HOLD_SHARE 10 // of the budget, at most

static uint64_t longer(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

// At most a tenth of the budget, at least a second; of a budget of executions, or without any,
// so many executions: then the same seed gives the same finding.
static void set_time(struct hd_held *held)
{
	const struct hd_config *config = &hd_campaign->control->config;
	uint64_t elapsed = hd_campaign_elapsed_ns(), most = config->time_ms * 1000000u / HOLD_SHARE;

	held->until_ns = held->until_execution = 0;
	if (config->time_ms && !config->executions) {
		held->until_ns = elapsed + longer(HOLD_NS, elapsed < most ? elapsed : most);
	} else {
		held->until_execution = held->race.found.execution +
			longer(HOLD_EXECUTIONS, config->executions / HOLD_SHARE);
	}
}

static void copy_case(struct hd_case *to, const struct hd_case *from);

static void copy_suspect(struct hd_suspect *to, const struct hd_suspect *from)
{
	copy_case(&to->seen, &from->seen);
	copy_case(&to->small, &from->small);
	to->found = from->found;
	to->hash = from->hash;
	to->whole = from->whole;
	to->sampled = from->sampled;
	to->cause = from->cause;
	to->first = from->first;
	to->judging = to->doubted = false;
	to->attempts = 0;
}

// With --keep-going everything is reported in the end, and put in order by the host. Who reproduces a race
// wants the race. A leak takes the place of a race, which it may be an effect of.
static bool hold(const struct hd_suspect *s)
{
	struct hd_held *held = &hd_campaign->held;

	bool is_leak = is_lost_memory(&s->small.fault);

	if (!(is_leak || is_race(&s->small.fault)) || s->released || hd_wanted ||
		hd_campaign->control->config.keep_going) {
		return false;
	}
	if (!held->there || (is_leak && is_race(&held->race.small.fault))) {
		copy_suspect(&held->race, s);
	}
	if (!held->there) {
		set_time(held);
		held->there = true;
	}
	return true;
}

static bool anyone_suspects(void)
{
	const struct hd_worker *w;

	for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
		if (w->suspect.stage != HD_STAGE_NONE) {
			return true;
		}
	}
	return false;
}

static bool is_due(const struct hd_held *held)
{
	return (held->until_ns && hd_campaign_elapsed_ns() >= held->until_ns) ||
		(held->until_execution && hd_worker->share.next > held->until_execution);
}

bool hd_findings_release(bool at_once)
{
	struct hd_held *held = &hd_campaign->held;
	struct hd_suspect *s = &hd_worker->suspect;
	bool expected = true;

	if (likely(!held->there) || hd_campaign->violations > 0 || (!at_once && !is_due(held)) || anyone_suspects() ||
		!__atomic_compare_exchange_n((bool *)&held->there, &expected, false, false, __ATOMIC_SEQ_CST,
			__ATOMIC_SEQ_CST)) {
		return false;
	}
	copy_suspect(s, &held->race);
	s->released = true;
	s->stage = HD_STAGE_TRACED;
	return true;
}

// ---- fresh workers ---------------------------------------------------------------------------------

static void enter_stage(enum hd_stage stage)
{
	hd_worker->suspect.stage = stage;
	hd_worker->suspect.attempts = 0;
}

// Results are compared with sequential orders, which must be known first.
static bool shows(const struct hd_case *c)
{
	if (&__heddle_api) {
		hd_worker->test = c->test;
		hd_worker->reuse = c->schedule.reuse;
	}
	if (hd_findings_is_by_orders(&c->fault)) {
		hd_tests_bind(c->fault.kind);
	}
	return hd_same_fault(&hd_program_replay(&c->schedule, &c->fault, true)->fault, &c->fault);
}

// Does the test misuse the API? Making its sequential orders may cost this worker;
// the next one then knows.
static bool is_illegal_use(struct hd_suspect *s)
{
	if (!&__heddle_api || s->judging || hd_reproduce_is_sequential()) {
		return s->judging;
	}
	s->judging = true;
	hd_worker->test = s->seen.test;
	hd_worker->reuse = s->seen.schedule.reuse;
	hd_tests_bind(s->seen.fault.kind);
	s->judging = false;
	s->sampled = hd_worker->linear.sampled;
	return hd_linear_excuses(&hd_worker->linear, s->seen.fault.kind);
}

static void copy_case(struct hd_case *to, const struct hd_case *from)
{
	to->test = from->test;
	to->fault = from->fault;
	hd_schedule_copy(&to->schedule, &from->schedule);
}

// False: the smallest test shows nothing new.
static bool minimise(struct hd_suspect *s)
{
	struct hd_case *small = &s->small;

	copy_case(small, &s->seen);
	if (s->whole || small->fault.tainted) {
		return true;
	}
	if (&__heddle_api) {
		hd_worker->test = small->test;
		if (!hd_minimise_test(&small->schedule, &small->fault)) {
			s->whole = true;
			copy_case(small, &s->seen);
			return true;
		}
		small->test = hd_worker->test;
		s->sampled = hd_worker->linear.sampled;
		if (hd_known_calls(&small->fault, &small->test)) {
			return false;
		}
	}
	hd_minimise(&small->schedule, &hd_worker->trial, &small->fault);
	return true;
}

// A worker that has met a fault in uninstrumented code can do nothing else.
static bool may_go_on(void)
{
	return !hd.record.fault.tainted && !hd.spoilt;
}

static bool dismiss(void)
{
	enter_stage(HD_STAGE_NONE);
	return may_go_on();
}

static bool go_to(enum hd_stage stage)
{
	enter_stage(stage);
	return false;
}

static bool lose(const char *why)
{
	hd_findings_lose(hd_worker, why);
	return may_go_on();
}

// The fault is judged by what the test's sequential orders do: first where the replay
// leaves a worker that can do nothing else, afterwards where it should be the first execution.
static bool check_seen(struct hd_suspect *s)
{
	bool judged = s->seen.fault.tainted || s->judging;

	s->whole |= s->attempts > MINIMISE_ATTEMPTS;
	if (judged && is_illegal_use(s)) {
		return dismiss();
	}
	if (!shows(&s->seen)) {
		s->hash = hd_record_hash();
		return go_to(HD_STAGE_CLEAN);
	}
	if (!judged && is_illegal_use(s)) {
		return dismiss();
	}
	return minimise(s) ? go_to(HD_STAGE_SMALL) : dismiss();
}

static bool check_again(struct hd_suspect *s)
{
	if (shows(&s->seen) && !s->doubted) {
		s->doubted = true;
		return go_to(HD_STAGE_SEEN);
	}
	if (s->first || s->doubted || s->hash != hd_record_hash()) {
		return lose("it did not recur when its schedule was replayed");
	}
	note_leak();
	return may_go_on();
}

// What was minimised is not certain to fail; what was seen has failed twice.
static bool fall_back(struct hd_suspect *s)
{
	if (s->whole) {
		return lose("it did not recur every time its schedule was replayed");
	}
	s->whole = true;
	copy_case(&s->small, &s->seen);
	return go_to(HD_STAGE_SMALL);
}

static bool trace_minimised(struct hd_suspect *s)
{
	if (!shows(&s->small)) {
		return fall_back(s);
	}
	s->hash = hd_record_hash();
	s->cause = hd_cause_of(&s->small);
	return go_to(HD_STAGE_TRACED);
}

static void count_finding(enum hd_match match)
{
	hd_campaign->violations++;
	hd_campaign->control->progress.findings = hd_campaign->violations;
	if (!hd_campaign->control->config.keep_going && hd_reproduce_ends(match)) {
		hd_campaign_finish("finding");
	}
}

// Its trace is told, with values; wrong results with those of the sequential orders.
static bool shows_to_tell(const struct hd_case *c)
{
	hd_outcomes_begin(&hd_worker->test);
	hd_linear_on_order = is_about_results(&c->fault) ? hd_outcomes_note_order : NULL;
	bool again = shows(c);
	hd_linear_on_order = NULL;
	return again;
}

static bool report_minimised(struct hd_suspect *s)
{
	static struct hd_fault fault;

	if (!shows(&s->small)) {
		return fall_back(s);
	}
	if (s->sampled && hd_findings_is_by_orders(&s->small.fault)) {
		return dismiss(); // an order that was not made may give them
	}
	enum hd_match match = hd_wanted ? hd_match_fault(&hd.record.fault) : HD_MATCH_NONE;
	s->found.match = hd_wanted ? hd_match_text(match) : NULL;
	fault = hd.record.fault;
	bool exact = hd_record_hash() == s->hash;
	if (hold(s)) {
		return dismiss();
	}
	if (is_race(&fault)) {
		hd_capture_other_stack(&fault, &s->small.schedule);
	} else if (!fault.tainted && !shows_to_tell(&s->small)) {
		return fall_back(s);
	}
	hd_known_add(&s->seen.fault); // only now: what was not confirmed may come again
	hd_known_add(&s->small.fault);
	if (!hd_known_add_calls(&fault, &s->small.test, &s->cause)) {
		return dismiss(); // the same by another way, or another worker was faster
	}
	if (is_about_results(&fault)) {
		hd_outcomes_print(fault.details, sizeof(fault.details));
	}
	if (s->sampled) {
		snprintf(fault.details + strlen(fault.details), sizeof(fault.details) - strlen(fault.details),
			"%sthe test has too many sequential orders: a sample of them shows no fault",
			fault.details[0] ? "\n" : "");
	}
	hd_message_finding(&fault, &s->small.schedule, &s->found, &s->cause, s->hash, exact);
	count_finding(match);
	return dismiss();
}

bool hd_findings_step(void)
{
	struct hd_suspect *s = &hd_worker->suspect;
	bool goes_on = true;

	hd_worker->confirms = true; // stacks are the same in every process
	if (++s->attempts > MOST_ATTEMPTS) {
		hd_findings_lose(hd_worker, "the worker died whenever its schedule was replayed");
	}
	switch (s->stage) {
	case HD_STAGE_NONE:
		break;
	case HD_STAGE_SEEN:
		goes_on = check_seen(s);
		break;
	case HD_STAGE_SMALL:
		goes_on = trace_minimised(s);
		break;
	case HD_STAGE_TRACED:
		goes_on = report_minimised(s);
		break;
	case HD_STAGE_CLEAN:
		goes_on = check_again(s);
		break;
	}
	hd_worker->confirms = false;
	if (&__heddle_api) { // the test continues where it stopped
		hd_worker->test = s->seen.test;
		hd_worker->reuse = s->seen.schedule.reuse;
		hd_worker->linear.complete = false;
	}
	return goes_on;
}
