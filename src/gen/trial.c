// SPDX-License-Identifier: Apache-2.0
// One trial: a test of one call, sequentially.
#include "gen/learn.h"
#include "schedule/replay.h"

#include <string.h>

bool (*hd_trial_has_time)(void);
struct hd_function_facts *hd_trial_at_hand;

enum hd_verdict hd_trial_run(const struct hd_test *t, bool trace)
{
	static struct hd_replay nothing; // no schedule: one thread after the other
	static char turns[64];           // fast, and fair to threads of the code's own

	if (trace) {
		nothing = (struct hd_replay){0};
	}
	struct hd_run trial = {
		.entry = hd_test_entry,
		.arg = (void *)t,
		.scheduler = trace ? &hd_scheduler_replay : &hd_scheduler_round_robin,
		.state = trace ? (void *)&nothing : turns,
		.oracles = HD_ORACLES_SEQUENTIAL,
		.trace = trace,
	};
	hd_execute(&trial);
	if (hd_trial_at_hand && hd.record.outcome.hung) {
		hd_trial_at_hand->crashes = HD_TRIAL_CRASHES; // one such wait is enough
		hd_trial_at_hand->hangs = true;
	}
	if (hd_test_on_sequential) {
		hd_test_on_sequential(&hd.record);
	}
	if (hd.record.outcome.refused || hd_test_exited()) {
		return HD_VERDICT_ABORT;
	}
	if (hd.record.outcome.cut_off) {
		return HD_VERDICT_LIVELOCK;
	}
	return hd.record.outcome.verdict;
}

uint64_t hd_trial_cost(void)
{
	struct hd_heap_mark end = hd_heap_mark();

	return hd.record.outcome.steps + 500 * hd.record.outcome.fibers + (end.large_next - hd_base.large_next) / 16;
}

// A destructor that does not wait for the code's own threads is wrong, but it is no wrong use:
// such a trial is made again with those threads at rest.
static bool is_own_fault(enum hd_verdict v)
{
	bool memory = v == HD_VERDICT_USE_AFTER_FREE || v == HD_VERDICT_LOCK_MISUSE || v == HD_VERDICT_DOUBLE_FREE ||
		v == HD_VERDICT_DATA_RACE;

	return memory && hd.record.fault.fiber > 0 && hd_test_thread_of((unsigned)hd.record.fault.fiber) < 0 &&
		hd_test_is_destroying();
}

enum hd_verdict hd_test_try(const struct hd_test *t)
{
	enum hd_verdict v = hd_trial_run(t, false);

	return is_own_fault(v) ? hd_trial_run(t, true) : v;
}

bool hd_trial_constructed(void)
{
	return hd.record.outcome.verdict == HD_VERDICT_NONE && hd.record.outcome.exit_status == 0;
}

// A test of one call, with drawn values or the plainest.
bool hd_trial_of(struct hd_test *t, uint16_t function, bool simple, uint64_t *rng)
{
	const struct hd_api_function *f = hd_function(function);

	if (!hd_trial_has_time()) {
		return false;
	}
	if (f->role == HD_API_CONSTRUCTOR || f->role == HD_API_SETUP) {
		memset(t, 0, offsetof(struct hd_test, prefix));
		t->class = f->class;
		t->shared = 0xff;
		return hd_build_prefix_call(t, function, rng, simple);
	}
	bool ok = f->class != HD_API_NONE && hd_build_begin_for(t, function, rng) &&
		hd_build_prefix_call(t, function, rng, simple);
	t->gives_away = f->role == HD_API_DESTRUCTOR || f->role == HD_API_UNREF; // once is enough
	return ok;
}

// Methods are learned with plain values, constructors with all that tests will give them.
bool hd_trial_usual(struct hd_test *t, uint16_t function, uint64_t *rng)
{
	return hd_trial_of(t, function, hd_function(function)->role != HD_API_CONSTRUCTOR, rng);
}

// Redraws one argument of the test's last call, and the lengths that depend on it.
static bool draw_anew(struct hd_test *t, unsigned param, uint64_t *rng)
{
	struct hd_call_data *c = &t->prefix[--t->nprefix]; // which cannot refer to itself
	const struct hd_api_function *f = hd_function(c->function);
	struct hd_scope scope = {.test = t, .rng = rng, .shared = t->shared};
	bool ok = hd_value_draw(&scope, c->function, param, &c->args[param], c);

	for (unsigned p = 0; p < f->nparams && ok; p++) {
		if (f->params[p].kind == HD_API_LENGTH && f->params[p].related == param) {
			ok = hd_value_draw(&scope, c->function, p, &c->args[p], c);
		}
	}
	t->nprefix++;
	return ok;
}

// One source forced for one parameter. The others are plain: they are not to blame.
bool hd_trial_of_source(struct hd_test *t, uint16_t function, unsigned param, enum hd_source source, uint64_t *rng)
{
	uint16_t *bad = &hd_facts[function].params[param].bad, saved = *bad;

	*bad = (uint16_t)(saved | (uint16_t)~(1u << source));
	bool ok = hd_trial_of(t, function, true, rng) && draw_anew(t, param, rng);
	*bad = saved;
	return ok;
}

bool hd_trial_survives(const struct hd_test *t)
{
	enum hd_verdict v = hd_test_try(t);

	return v == HD_VERDICT_NONE || v == HD_VERDICT_DEADLOCK;
}
