// SPDX-License-Identifier: Apache-2.0
// The loop: begin, execute, judge, end, until there is nothing left to do.
#include "engine/engine.h"

#include <stdatomic.h>
#include <time.h>

#define EAGER_ONE_IN 8

int __heddle_main(int argc, char **argv, char **envp) __attribute__((weak));

uint64_t hd_campaign_elapsed_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec - hd_campaign->start_ns;
}

static void *run_main(void *unused)
{
	struct hd_campaign *c = hd_campaign;

	(void)unused;
	hd_process_exit(__heddle_main(c->argc, hd_args_fresh(), c->envp), true, NULL);
}

void hd_campaign_execute_main(void)
{
	hd_sched_execute(run_main, NULL);
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

// An execution that is over its budget goes on under one fair schedule: if it ends
// there, its results are good, but no other schedule of that part is ever made.
bool hd_campaign_was_cut_off(void)
{
	return hd.outcome.cut_off || hd.fair;
}

void hd_campaign_account(void)
{
	struct hd_share *s = &hd_worker->share;

	s->steps += hd.outcome.steps;
	s->cut_off += hd_campaign_was_cut_off();
	s->blocked += hd.outcome.blocked;
	s->executions += !hd.outcome.blocked;
}

// The budget of executions is spent when the numbers are. Whoever gets none is
// through; others still have the rest of their blocks.
bool hd_campaign_is_spent(void)
{
	uint64_t most = hd_campaign->control->config.executions;
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
	return config->time_ms && now >= config->time_ms * 1000000u;
}

bool hd_campaign_may_go_on(void)
{
	if (hd_campaign->control->progress.stop) {
		hd_campaign_finish("interrupted");
	} else if (out_of_time()) {
		hd_campaign_finish("budget");
	}
	return !hd_campaign->over && !hd_campaign_is_spent();
}

bool hd_campaign_begin(bool fresh, uint64_t *execution)
{
	struct hd_campaign *c = hd_campaign;
	uint64_t number = hd_worker->share.next++;
	struct hd_begin b = {
	    .execution = number,
	    .fresh = fresh,
	    .search = hd_worker->effort.search,
	    .seed = hd_mix(c->control->config.seed * 0x9e3779b97f4a7c15ull + number + 1),
	    .config = &c->control->config,
	};

	*execution = number;
	hd.strategy = c->strategy;
	hd.strategy_state = hd_worker->strategy_state;
	hd.races = hd.oracles & HD_ORACLE_RACE;
	hd.only_race = false;
	hd.trace = false;
	// Some executions let timed waits end early; searches that must end do not.
	hd.eager = c->strategy->points == HD_POINTS_SHARED && b.seed % EAGER_ONE_IN == 0;
	bool begun = c->strategy->begin(hd_worker->strategy_state, &b);
	hd_worker->share.next -= !begun; // the number is for another
	return begun;
}

// Calls that cannot be controlled end an execution; the first is reported.
bool hd_campaign_was_refused(void)
{
	if (hd.outcome.refused && hd_campaign->refused++ == 0) {
		hd_message_note("error", hd.fault.site, "%s", hd.fault.message);
		hd_campaign_finish("error");
	}
	return hd.outcome.refused;
}

void hd_campaign_work(void)
{
	struct hd_campaign *c = hd_campaign;

	while (hd_campaign_may_go_on()) {
		uint64_t execution;
		if (!hd_campaign_begin(false, &execution)) {
			hd_campaign_finish(c->strategy->stops ? c->strategy->stops : "exhausted");
			return;
		}
		hd_worker->execute();
		if (c->strategy->end) {
			c->strategy->end(hd_worker->strategy_state, &hd.outcome);
			c->traces = hd.traces;
		}
		hd_campaign_account();
		if (hd_campaign_was_refused()) {
			continue;
		}
		if (hd.outcome.verdict != HD_VERDICT_NONE) {
			bool tainted = hd.fault.tainted;
			if (!hd_findings_violation(execution) || tainted) {
				return;
			}
		}
	}
}
