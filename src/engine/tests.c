// SPDX-License-Identifier: Apache-2.0
// The loop over tests: propose one, run it under several schedules, judge.
#include "engine/engine.h"

#include "engine/metrics.h"
#include "gen/references.h"
#include "metric/method_pairs.h"

#define SHOW_EVERY 64         // tests
#define MOST_EXHAUSTIVE 20000 // executions of one test in a search through all its schedules

__attribute__((visibility("default"))) unsigned char __heddle_phase;

// For the status line.
static void show_coverage(void)
{
	volatile struct hd_progress *p = &hd_campaign->control->progress;
	uint64_t covered, total;

	if (!hd_metric_state(HD_METRIC_method_pairs)) {
		return; // of no interest to this strategy
	}
	hd_method_pairs_count(&covered, &total);
	p->pairs_covered = covered;
	p->pairs_total = total;
}

static bool propose(void)
{
	struct hd_campaign *c = hd_campaign;
	const struct hd_config *config = &c->control->config;
	struct hd_proposal p = {
		.rng = &hd_worker->rng,
		.threads = config->threads ? config->threads : 2,
		.effort = &hd_worker->effort,
		.config = config,
		.prefix_max = config->prefix_max,
		.suffix_max = config->suffix_max,
	};

	uint64_t number = c->tests++;
	if (number % SHOW_EVERY == 0) {
		show_coverage();
	}
	p.class = hd_class(hd_turns_class());
	p.threads = hd_contract_threads(p.class, p.threads);
	hd_turns_spend(1); // even if there is no test
	c->control->progress.tests = number + 1;
	hd_worker->linear.complete = false;
	__heddle_phase = HD_PHASE_GENERATE;
	hd_worker->reuse = hd_reuse_of(number);
	hd_worker->effort = (struct hd_effort){.schedules = c->strategy->executions};
	bool made = c->strategy->propose(hd_worker->strategy_states[p.class->number], &p, &hd_worker->test);
	made = made && (hd_wanted || hd_references_hold(&hd_worker->test));
	if (config->repeat) {
		hd_worker->effort.schedules = config->repeat;
	}
	hd_worker->effort.search = hd_worker->effort.search && !hd_worker->reuse; // who allocates is no event
	hd_worker->effort.watch = hd_worker->effort.watch && !hd_worker->reuse && !p.class->spawns;
	if (!made && c->strategy->exhausted) {
		c->tests--; // a search for one is no test
		if (c->strategy->exhausted(hd_worker->strategy_states[p.class->number])) {
			hd_campaign_finish(hd_wanted && hd_wanted->count.left_out ? "budget" : "exhausted");
		}
	}
	return made;
}

static void next_test_number(void)
{
	hd.test = hd.test == UINT16_MAX ? 1 : hd.test + 1;
	if (hd.test == 1) {
		hd_memory_forget_shadow();
	}
}

static bool is_bounded(const struct hd_run *run)
{
	return run->scheduler == &hd_scheduler_dfs && hd_campaign->control->config.bound != UINT32_MAX;
}

// One execution under the next schedule; false: no more of this test.
static bool run_schedule(bool fresh, bool *alive)
{
	struct hd_campaign *c = hd_campaign;
	struct hd_rounds *rounds = &hd_worker->rounds;
	struct hd_run run;
	uint64_t execution;

	if (!hd_campaign_begin(fresh, &execution, &run)) {
		c->searched += rounds->searching && !rounds->partial; // and through
		return false;
	}
	bool follows = run.scheduler == &hd_scheduler_replay;
	rounds->searching = run.scheduler->exhausts;
	rounds->open_ended = c->scheduler->ends_tests || run.scheduler->ends_tests;
	__heddle_phase = HD_PHASE_EXECUTE;
	run.only_once = hd_worker->effort.schedules == 1;
	hd_metrics_begin_execution();
	const struct hd_record *r = hd_program_execute(&run);
	hd_metrics_end_execution(execution, &r->outcome);
	rounds->partial = (rounds->partial && !fresh) || hd_campaign_was_cut_off() || hd_campaign_was_ignored() ||
		is_bounded(&run);
	if (c->scheduler->end && !follows) {
		c->scheduler->end(hd_worker->scheduler_state, &r->outcome);
	}
	if (c->strategy->feedback) {
		c->strategy->feedback(hd_worker->strategy_states[hd_worker->test.class], &r->outcome);
	}
	hd_campaign_account();
	if (hd_campaign_was_refused()) {
		return false;
	}
	if (hd.record.outcome.verdict != HD_VERDICT_NONE) {
		bool excused;
		*alive = hd_tests_handle_fault(execution, &excused);
		return *alive && !excused;
	}
	if (hd_tests_results_count()) {
		hd_results_note(execution);
		hd_resources_note(execution);
		if (hd_test_watched) {
			hd_states_note();
		}
	}
	return true;
}

// An exhaustive search of a test continues until it is complete.
static unsigned most_schedules(void)
{
	bool open_ended = hd_worker->rounds.open_ended && !hd_campaign->control->config.repeat;
	return open_ended ? UINT32_MAX : hd_worker->rounds.searching ? MOST_EXHAUSTIVE : hd_worker->effort.schedules;
}

static const struct hd_subject *subject_at_hand(void)
{
	const struct hd_campaign *c = hd_campaign;
	unsigned i = 0;

	while (c->classes[i] != hd_worker->test.class) {
		i++;
	}
	return &c->subjects[i];
}

static void begin_rounds(void)
{
	struct hd_rounds *rounds = &hd_worker->rounds;

	if (!rounds->unfinished) {
		rounds->made = rounds->nresults = rounds->nstates = 0;
		hd_resources_begin(&rounds->leftovers);
	}
	rounds->unfinished = false;
	next_test_number();
	hd_metrics_begin_test(subject_at_hand(), hd_worker->test.nthreads);
}

// Runs the current test under the rest of its schedules; false: the worker must retire.
static bool run_schedules(void)
{
	struct hd_rounds *rounds = &hd_worker->rounds;
	bool alive = true, more = true;

	begin_rounds();
	hd_test_watched = hd_worker->effort.watch;
	unsigned before = rounds->made;
	while (more && rounds->made < (rounds->made ? most_schedules() : 1) && hd_campaign_may_go_on()) {
		more = run_schedule(rounds->made == 0, &alive);
		rounds->made++;
	}
	unsigned made = rounds->made - before;
	hd_turns_spend(before == 0 && made > 0 ? made - 1 : made); // the first was paid for
	rounds->unfinished = !alive || (more && rounds->made < most_schedules() && !hd_campaign->over);
	hd_test_watched = false;
	if (hd_wanted && !rounds->unfinished) {
		hd_reproduce_end_test(!rounds->searching);
	}
	if (alive && !rounds->unfinished && rounds->nstates > 0) {
		hd_states_check();
	}
	return alive && (rounds->unfinished || (hd_results_check() && hd_resources_check()));
}

void hd_tests_work(void)
{
	while (hd_campaign_may_go_on()) {
		if ((hd_worker->rounds.unfinished || propose()) && !run_schedules()) {
			return;
		}
	}
}
