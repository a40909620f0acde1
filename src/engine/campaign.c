// SPDX-License-Identifier: Apache-2.0
// The loop: begin, execute, judge, end, until there is nothing left to do.
#include "engine/engine.h"

#include "engine/exchange.h"
#include "schedule/tree.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EAGER_ONE_IN 8

uint64_t hd_campaign_elapsed_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec - hd_campaign->start_ns;
}

// ---- counting ------------------------------------------------------------------

#define BLOCK 64
#define SLOW_NS 1000000

void hd_campaign_add_up(struct hd_share *s)
{
	volatile struct hd_progress *p = &hd_campaign->control->progress;

	__atomic_fetch_add(&p->steps, s->steps, __ATOMIC_RELAXED);
	__atomic_fetch_add(&p->executions, s->executions, __ATOMIC_RELAXED);
	__atomic_fetch_add(&p->blocked, s->blocked, __ATOMIC_RELAXED);
	__atomic_fetch_add(&p->cut_off, s->cut_off, __ATOMIC_RELAXED);
	s->steps = s->executions = s->blocked = s->cut_off = 0;
}

void hd_campaign_finish(const char *reason)
{
	hd_campaign->over = true;
	hd_campaign->reason = reason;
}

// An execution that exceeds its budget continues under one fair schedule: if it ends
// there, its results are good, but no other schedule of that part is ever made.
bool hd_campaign_was_cut_off(void)
{
	return hd.record.outcome.cut_off || hd.fair;
}

#define MOST_HANGS 3 // if nothing else has happened

static void note_hang(void)
{
	struct hd_campaign *c = hd_campaign;

	if (c->hung++ == 0) {
		hd_message_note("warning", NULL, "%s", hd.record.fault.message);
	}
	if (c->hung == MOST_HANGS) {
		hd_campaign_add_up(&hd_worker->share);
		hd_campaign->over = hd_campaign->over || c->control->progress.executions == 0;
	}
}

void hd_campaign_fail_if_all_hung(void)
{
	struct hd_campaign *c = hd_campaign;

	if (c->hung > 0 && c->control->progress.executions == 0 && c->violations == 0 && !c->control->progress.stop) {
		hd_message_note("error", NULL, "every execution hangs in uninstrumented code");
		hd_campaign_finish("error");
	}
}

// A fault that no oracle asks for ends its execution all the same.
static void note_ignored(void)
{
	if (hd_campaign->ignored++ == 0) {
		hd_message_note("warning", hd.record.fault.site,
			"an execution ended here with a fault that is not looked for (--oracle): %s",
			hd.record.fault.message);
	}
}

bool hd_campaign_was_ignored(void)
{
	return hd.record.outcome.crashed && !hd_campaign_was_cut_off();
}

void hd_campaign_account(void)
{
	if (unlikely(hd.record.outcome.hung)) {
		note_hang();
	} else if (unlikely(hd_campaign_was_ignored())) {
		note_ignored();
	}
	hd_patience_end(&hd.record.outcome);
	struct hd_share *s = &hd_worker->share;

	s->steps += hd.record.outcome.steps;
	s->cut_off += hd_campaign_was_cut_off() && !hd.record.outcome.hung;
	// Of a program, what the default gives up on the way counts as an execution: its number is used up.
	bool blocked = hd.record.outcome.blocked &&
		(hd_campaign->scheduler->exhausts || hd_campaign->control->config.mode == HD_MODE_TEST);
	s->blocked += blocked;
	s->executions += !blocked && !hd.record.outcome.hung;
}

// The budget of executions is spent when the numbers are. Whoever gets none is
// through; others still have the rest of their blocks.
bool hd_campaign_is_spent(void)
{
	const struct hd_config *config = &hd_campaign->control->config;
	uint64_t most = config->executions ? config->first + config->executions : 0;
	struct hd_share *s = &hd_worker->share;

	if (s->next == s->end) {
		uint64_t next = atomic_fetch_add(&hd_campaign->next, BLOCK);
		uint64_t end = most && next + BLOCK > most ? most : next + BLOCK;
		s->next = next < end ? next : end;
		s->end = end;
	}
	return s->next == s->end;
}

bool hd_campaign_is_late(void)
{
	const struct hd_control *control = hd_campaign->control;
	uint64_t limit_ns = control->config.time_ms * 1000000u;

	return control->progress.stop || (limit_ns && hd_campaign_elapsed_ns() >= limit_ns);
}

// How long after the end of its time a campaign may still be at work.
static bool is_over_by(uint64_t percent, uint64_t ns)
{
	const struct hd_control *control = hd_campaign->control;
	uint64_t limit_ns = control->config.time_ms * 1000000u, now = hd_campaign_elapsed_ns();
	static uint64_t stopped_ns;

	if (control->progress.stop && !stopped_ns) {
		stopped_ns = now;
	}
	return (stopped_ns && now >= stopped_ns + ns) || (limit_ns && now >= limit_ns + limit_ns / 100 * percent + ns);
}

bool hd_campaign_must_hurry(void)
{
	return is_over_by(5, 300000000);
}

bool hd_campaign_is_overdue(void)
{
	return is_over_by(10, 1000000000);
}

// Looks at the clock only now and then, but at least every few thousand steps, and
// always if executions are slow.
static bool out_of_time(void)
{
	static unsigned since, enough = 1;
	static uint64_t last;
	const struct hd_config *config = &hd_campaign->control->config;

	if (++since < enough && hd_worker->share.steps < 20000) {
		return false;
	}
	hd_campaign_add_up(&hd_worker->share);
	uint64_t now = hd_campaign_elapsed_ns();
	enough = now - last > SLOW_NS ? 1 : enough < BLOCK ? 2 * enough : BLOCK;
	since = 0;
	last = now;
	hd_growth_watch(now);
	if (unlikely(config->ranks > 1)) {
		hd_exchange_take_own();
	}
	return config->time_ms && now >= config->time_ms * 1000000u;
}

bool hd_campaign_may_go_on(void)
{
	if (hd_campaign->control->progress.stop) {
		hd_campaign_finish("interrupted");
	} else if (out_of_time()) {
		hd_campaign_finish("budget");
	}
	if (hd.spoilt || (hd_campaign->isolates && hd.gen > 0)) {
		return false; // the next execution is made by a fresh worker
	}
	if (unlikely(hd_worker->suspect.stage != HD_STAGE_NONE) ||
		(unlikely(hd_campaign->held.there) && hd_findings_release(false))) {
		return false; // and a fresh one confirms it
	}
	return !hd_campaign->over && !hd_campaign_is_spent();
}

// Another worker may have something for this one soon.
static bool wait_for_work(void)
{
	usleep(hd_exchange_is_on() ? 5000 : 200); // other ranks are far away
	return !hd_campaign->over && !hd_campaign_is_late();
}

bool hd_campaign_begin(bool fresh, uint64_t *execution, struct hd_run *run)
{
	struct hd_campaign *c = hd_campaign;
	uint64_t number = hd_worker->share.next++;
	struct hd_begin b = {
		.execution = number,
		.fresh = fresh,
		.search = hd_worker->effort.search,
		.class = hd_worker->test.class,
		.seed = hd_mix(c->control->config.seed * 0x9e3779b97f4a7c15ull + number + 1),
		.config = &c->control->config,
		.run = run,
		.tree = c->tree,
		.worker = hd_worker->number,
		.wait = wait_for_work,
	};

	*execution = number;
	if (fresh && hd_worker->effort.follow) {
		*run = hd_program_replay_run(hd_worker->effort.follow, NULL);
		return true;
	}
	*run = hd_program_run();
	if (unlikely(c->held.there)) {
		bool is_race = c->held.race.small.fault.kind == HD_VERDICT_DATA_RACE;
		// What does it lead to?
		run->oracles &= ~(unsigned)(is_race ? HD_ORACLE_RACE : HD_ORACLE_RACE | HD_ORACLE_RESOURCES);
	}
	run->scheduler = c->scheduler;
	run->state = hd_worker->scheduler_state;
	// Some executions let timed waits end early; searches that must end do not.
	run->eager = !c->scheduler->exhausts && b.seed % EAGER_ONE_IN == 0;
	if (!c->scheduler->exhausts) {
		hd_patience_begin(run, fresh);
	}
	bool begun = c->scheduler->begin(hd_worker->scheduler_state, &b);
	if (!&__heddle_api && !run->scheduler->exhausts) {
		run->reuse = hd_reuse_of(number);
	}
	hd_worker->share.next -= !begun; // the number is for another
	return begun;
}

// Calls that cannot be controlled end an execution; the first is reported.
bool hd_campaign_was_refused(void)
{
	if (hd.record.outcome.refused && hd_campaign->refused++ == 0) {
		hd_message_note("error", hd.record.fault.site, "%s", hd.record.fault.message);
		hd_campaign_finish("error");
	}
	return hd.record.outcome.refused;
}

// Workers come here in any order.
static void note_traces(void)
{
	uint64_t before = hd_campaign->traces;

	while (before < hd.traces && !atomic_compare_exchange_weak(&hd_campaign->traces, &before, hd.traces)) {
	}
}

// Nothing is left for this worker, and nobody has more for it.
static void finish_search(void)
{
	const struct hd_campaign *c = hd_campaign;
	const char *stops = c->scheduler->stops;

	if (!hd_campaign_is_late()) {
		hd_campaign_finish(stops ? stops : c->tree && hd_tree_is_lossy(c->tree) ? "budget" : "exhausted");
	}
}

static void leave_rest_to_others(void)
{
	const struct hd_campaign *c = hd_campaign;

	if (c->scheduler->leave && hd_worker->suspect.stage == HD_STAGE_NONE && hd_campaign_is_spent()) {
		c->scheduler->leave(hd_worker->scheduler_state);
	}
}

void hd_campaign_work(void)
{
	struct hd_campaign *c = hd_campaign;

	hd_metrics_begin_test(NULL, 0);
	while (hd_campaign_may_go_on()) {
		uint64_t execution;
		struct hd_run run;
		if (!hd_campaign_begin(false, &execution, &run)) {
			finish_search();
			continue;
		}
		hd_metrics_begin_execution();
		const struct hd_record *r = hd_program_execute(&run);
		hd_metrics_end_execution(execution, &r->outcome);
		if (c->scheduler->end) {
			c->scheduler->end(hd_worker->scheduler_state, &r->outcome);
			note_traces();
		}
		hd_campaign_account();
		if (hd_campaign_was_refused()) {
			continue;
		}
		if (r->outcome.verdict != HD_VERDICT_NONE) {
			hd_findings_note(execution);
			if (hd_findings_suspect() || r->fault.tainted) {
				return;
			}
		}
	}
	leave_rest_to_others();
}
