// SPDX-License-Identifier: Apache-2.0
// The data race behind a violation of another kind: its execution is made once more, and all
// races in it are noted. The race of the variable that the fault is about is the cause; else
// one in the function of the fault; else the first.
#include "engine/engine.h"

#include <string.h>

static const struct hd_fault *effect;
static struct hd_cause best;
static unsigned best_rank;

static bool is_same_variable(const struct hd_site *a, const struct hd_site *b)
{
	return a && b && a->var && b->var && a->var->name && b->var->name && strcmp(a->var->name, b->var->name) == 0;
}

static bool is_same_function(const struct hd_site *a, const struct hd_site *b)
{
	return a && b && a->func == b->func;
}

static unsigned rank_of(const struct hd_site *site, const struct hd_site *other)
{
	const struct hd_site *at = effect->site;

	if (is_same_variable(site, at) || is_same_variable(other, at)) {
		return 3;
	}
	return is_same_function(site, at) || is_same_function(other, at) ? 2 : 1;
}

static void note(const struct hd_site *site, const struct hd_site *other)
{
	unsigned rank = site && other ? rank_of(site, other) : 0;

	if (rank > best_rank) {
		best_rank = rank;
		best = (struct hd_cause){.site = site, .other = other};
	}
}

struct hd_cause hd_cause_of(const struct hd_case *c)
{
	best = (struct hd_cause){0};
	best_rank = 0;
	effect = &c->fault;
	if (effect->kind == HD_VERDICT_DATA_RACE || effect->tainted ||
		!(hd_campaign->control->config.oracles & HD_ORACLE_RACE)) {
		return best;
	}
	struct hd_run run = hd_program_replay_run(&c->schedule, effect);
	hd_observer.race = note;
	hd_program_execute(&run);
	hd_observer.race = NULL;
	return best;
}
