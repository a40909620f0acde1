// SPDX-License-Identifier: Apache-2.0
// The loop: begin, execute, judge, end, until there is nothing left to do.
#include "engine/engine.h"

#include <string.h>
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
	memcpy(hd_worker->argv_copy, c->argv, ((size_t)c->argc + 1) * sizeof(char *));
	hd_process_exit(__heddle_main(c->argc, hd_worker->argv_copy, c->envp), true, NULL);
}

void hd_campaign_execute_main(void)
{
	hd_sched_execute(run_main, NULL);
}

void hd_campaign_finish(const char *reason)
{
	hd_campaign->over = true;
	hd_campaign->reason = reason;
}

// Looks at the clock only now and then: at least every few thousand steps.
static bool out_of_time(void)
{
	static unsigned since;
	static uint64_t steps;
	const struct hd_config *config = &hd_campaign->control->config;

	steps += hd.outcome.steps;
	if (++since < 64 && steps < 20000) {
		return false;
	}
	since = 0;
	steps = 0;
	return config->time_ms && hd_campaign_elapsed_ns() >= config->time_ms * 1000000u;
}

bool hd_campaign_may_go_on(void)
{
	const struct hd_control *control = hd_campaign->control;

	if (control->progress.stop) {
		hd_campaign_finish("interrupted");
	} else if (control->config.executions && hd_campaign->next >= control->config.executions) {
		hd_campaign_finish("budget");
	} else if (out_of_time()) {
		hd_campaign_finish("budget");
	}
	return !hd_campaign->over;
}

void hd_campaign_account(void)
{
	volatile struct hd_progress *p = &hd_campaign->control->progress;

	// With several workers these are shared.
	__atomic_fetch_add(&p->steps, hd.outcome.steps, __ATOMIC_RELAXED);
	if (hd.outcome.cut_off) {
		__atomic_fetch_add(&p->cut_off, 1, __ATOMIC_RELAXED);
	}
	__atomic_fetch_add(hd.outcome.blocked ? &p->blocked : &p->executions, 1, __ATOMIC_RELAXED);
}

bool hd_campaign_begin(uint64_t *execution)
{
	struct hd_campaign *c = hd_campaign;
	uint64_t number = c->next++;
	struct hd_begin b = {
	    .execution = number,
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
	return c->strategy->begin(hd_worker->strategy_state, &b);
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
		if (!hd_campaign_begin(&execution)) {
			hd_campaign_finish("exhausted");
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
