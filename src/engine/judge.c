// SPDX-License-Identifier: Apache-2.0
// Is what an execution of a test did right? By the sequential orders of its calls: a fault
// counts if none of them has one, results are wrong if none of them gives the same.
#include "engine/engine.h"

#include <stdio.h>

static void set_results_verdict(void)
{
	struct hd_fault *f = &hd.record.fault;
	uint64_t key = HD_VERDICT_NOT_LINEARIZABLE;
	uint16_t called[HD_TEST_CALLS];
	unsigned n = hd_test_functions(&hd_worker->test, called);

	for (unsigned i = 0; i < n; i++) {
		key += hd_mix(called[i] + 1000u);
	}
	*f = (struct hd_fault){.kind = HD_VERDICT_NOT_LINEARIZABLE, .key = hd_mix(key), .fiber = 1};
	snprintf(f->message, sizeof(f->message), "these results match none of %s%u sequential orders of the same calls",
		hd_worker->linear.sampled ? "a sample of " : "the ",
		hd_worker->linear.orders > 1 ? hd_worker->linear.orders - 1 : 1);
	hd.record.outcome.verdict = HD_VERDICT_NOT_LINEARIZABLE;
}

// Calls that wait at the same time take less time than one after the other. If some
// waited in vain, and the code looks at the clock for more than deadlines, other results
// than those of sequential orders may be right.
static bool results_depend_on_time(void)
{
	return hd.timeouts > 0 && hd.clock_reads > hd.timed_waits;
}

// To try a lock and fail is allowed at any time that another call is being made, whatever
// the sequential orders do.
static bool results_depend_on_contention(void)
{
	return hd.busy > 0;
}

// What one module does in two steps another may see half done.
static bool calls_neighbours(void)
{
	const struct hd_test *t = &hd_worker->test;

	for (unsigned k = 0; hd_class(t->class)->has_neighbours && k < t->nthreads; k++) {
		for (unsigned i = 0; i < t->nsuffix[k]; i++) {
			if (hd_is_neighbour(t->suffix[k][i].function, t->class)) {
				return true;
			}
		}
	}
	return false;
}

bool hd_tests_results_count(void)
{
	bool ended = hd.record.outcome.verdict == HD_VERDICT_NONE && !hd.record.outcome.blocked &&
		!hd.record.outcome.cut_off && !hd.record.outcome.refused && !hd.record.outcome.crashed &&
		!hd_test_exited();

	return ended && hd.record.outcome.fibers == hd_worker->test.nthreads + 1u && !hd_results.reentered &&
		!results_depend_on_time() && !results_depend_on_contention() && !calls_neighbours();
}

// A clean execution may still have results that no sequential order gives, or leave something behind
// that none leaves. A replay looks for what it was seen to do.
void hd_tests_judge(void)
{
	const struct hd_linearizations *l = &hd_worker->linear;
	unsigned oracles = hd.run.oracles & (HD_ORACLE_LINEARIZABILITY | HD_ORACLE_RESOURCES);

	if (!oracles || !(l->complete || l->sampled) || !l->deterministic || hd_class(hd_worker->test.class)->spawns ||
		!hd_tests_results_count()) {
		return;
	}
	bool is_leak = hd.run.expected && hd.run.expected->kind == HD_VERDICT_LEAK;
	if (oracles & HD_ORACLE_LINEARIZABILITY && !is_leak &&
		!hd_linear_explains(l, hd_results.hash, hd_results.unfilled)) {
		set_results_verdict();
	} else if (oracles & HD_ORACLE_RESOURCES) {
		hd_resources_judge();
	}
}

static void make_orders(enum hd_verdict judged, const struct hd_unexplained *goals, unsigned n)
{
	struct hd_run like = hd_program_run();

	hd_linearize(&hd_worker->test, judged, &like, &hd_worker->linear, goals, n);
}

void hd_tests_bind(enum hd_verdict judged)
{
	make_orders(judged, NULL, 0);
}

void hd_tests_linearize(enum hd_verdict judged, const struct hd_unexplained *goals, unsigned n)
{
	struct hd_campaign *c = hd_campaign;

	__heddle_phase = HD_PHASE_JUDGE;
	make_orders(judged, goals, n);
	c->linearizations += hd_worker->linear.orders;
	c->illegal += hd_worker->linear.fault != HD_VERDICT_NONE;
}

bool hd_tests_excuse(enum hd_verdict kind)
{
	return !hd_reproduce_is_sequential() && hd_linear_excuses(&hd_worker->linear, kind);
}

// A callback that calls back while a lock is held waits for itself, or for someone who waits for
// it. Unless it is documented, nobody promised that this works.
static bool is_reentry_to_blame(void)
{
	enum hd_verdict kind = hd.record.outcome.verdict;

	return (kind == HD_VERDICT_DEADLOCK || kind == HD_VERDICT_LIVELOCK || kind == HD_VERDICT_LOCK_MISUSE) &&
		hd_test_anyone_reenters();
}

// One in uninstrumented code is judged by a fresh worker.
// What is known already is not judged again.
bool hd_tests_handle_fault(uint64_t execution, bool *excused)
{
	bool tainted = hd.record.fault.tainted;

	*excused = false;
	if (is_reentry_to_blame()) {
		hd_campaign->illegal++;
		*excused = true;
		return !tainted;
	}
	if (!tainted && hd_known(&hd.record.fault, &hd_worker->test)) {
		return true;
	}
	hd_findings_note(execution);
	if (tainted) {
		hd_findings_suspect();
		return false;
	}
	enum hd_verdict kind = hd_worker->suspect.seen.fault.kind;
	if (!hd_reproduce_is_sequential()) {
		hd_tests_linearize(kind, NULL, 0);
		*excused = hd_linear_excuses(&hd_worker->linear, HD_VERDICT_NONE);
	}
	return hd_tests_excuse(kind) || !hd_findings_suspect();
}
