// SPDX-License-Identifier: Apache-2.0
// The distinct results that executions of the test at hand have given, each with its
// schedule. They are explained late: sequential orders are made for those that are there in
// the end, and in full only when something looks wrong.
#include "engine/engine.h"

#define MOST_RESULTS 64
#define MOST_SEGMENTS 256
#define MOST_CHOICES 64

// Results, and the execution that gave them first.
struct hd_result {
	struct hd_unexplained goal;
	bool serial; // an execution whose calls did not overlap gave them, which is a linearization
	struct hd_schedule schedule;
	uint64_t execution;
};

void hd_results_init(struct hd_rounds *rounds)
{
	rounds->results = hd_persist_alloc(MOST_RESULTS * sizeof(*rounds->results));
	for (unsigned i = 0; i < MOST_RESULTS; i++) {
		hd_schedule_init(&rounds->results[i].schedule, MOST_SEGMENTS, MOST_CHOICES);
	}
}

static struct hd_result *find_result(uint64_t hash, uint64_t unfilled)
{
	const struct hd_rounds *rounds = &hd_worker->rounds;

	for (unsigned i = 0; i < rounds->nresults; i++) {
		if (rounds->results[i].goal.hash == hash && rounds->results[i].goal.unfilled == unfilled) {
			return &rounds->results[i];
		}
	}
	return NULL;
}

void hd_results_note(uint64_t execution)
{
	struct hd_rounds *rounds = &hd_worker->rounds;
	struct hd_result *known = find_result(hd_results.hash, hd_results.unfilled);
	bool serial = !hd_results.overlapped;

	if (known) {
		known->serial |= serial;
		return;
	}
	if (rounds->nresults == MOST_RESULTS) {
		return;
	}
	struct hd_result *r = &rounds->results[rounds->nresults];
	if (!serial && !hd_schedule_copy(&r->schedule, &hd.record.schedule)) {
		return;
	}
	r->goal.hash = hd_results.hash;
	r->goal.unfilled = hd_results.unfilled;
	r->goal.n = serial ? 0 : hd_test_order(r->goal.order);
	r->serial = serial;
	r->execution = execution;
	rounds->nresults++;
}

// The results that are left to be explained by a linearization.
static unsigned gather_goals(struct hd_unexplained *goals)
{
	const struct hd_rounds *rounds = &hd_worker->rounds;
	unsigned n = 0;

	for (unsigned i = 0; i < rounds->nresults; i++) {
		if (!rounds->results[i].serial) {
			goals[n++] = rounds->results[i].goal;
		}
	}
	return n;
}

bool hd_results_check(void)
{
	static struct hd_unexplained goals[MOST_RESULTS];
	static const struct hd_fault wrong_results = {.kind = HD_VERDICT_NOT_LINEARIZABLE};
	const struct hd_linearizations *l = &hd_worker->linear;
	struct hd_campaign *c = hd_campaign;
	bool wanted = c->control->config.oracles & HD_ORACLE_LINEARIZABILITY &&
		!hd_class(hd_worker->test.class)->spawns && !c->over;
	unsigned n = wanted ? gather_goals(goals) : 0;

	if (n == 0) {
		return true;
	}
	hd_tests_linearize(HD_VERDICT_NOT_LINEARIZABLE, goals, n);
	if (l->explained || !(l->complete || l->sampled) || !l->deterministic || l->fault != HD_VERDICT_NONE) {
		return true;
	}
	for (unsigned i = 0; i < hd_worker->rounds.nresults && !c->over; i++) {
		const struct hd_result *r = &hd_worker->rounds.results[i];
		if (r->serial || hd_linear_explains(l, r->goal.hash, r->goal.unfilled)) {
			continue;
		}
		if (hd_program_replay(&r->schedule, &wrong_results, false)->outcome.verdict == wrong_results.kind) {
			hd_findings_note(r->execution);
			if (hd_findings_suspect()) {
				return false;
			}
		}
	}
	return true;
}
