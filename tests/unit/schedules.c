// SPDX-License-Identifier: Apache-2.0
// Every schedule strategy keeps the promises of strategy.h; those with
// guarantees of their own keep them too. A small machine stands in for the
// runtime: threads are lists of operations, mutexes are the only thing to wait for.
#include "target.h"

#include "metric/metric.h"

#include "runtime/fair.h"
#include "runtime/scheduler.h"
#include "schedule/replay.h"

#define MAX_THREADS 128
#define MAX_STEPS 20000
#define MUTEX(i) (0x20000 + 0x100u * (i))
#define WORD(i) (0x10000 + 4u * (i))
#define ALTERNATIVES 3

struct program {
	unsigned threads;
	unsigned n[MAX_THREADS];
	const struct hd_op *ops[MAX_THREADS];
	bool spins; // thread 0 repeats its operations until thread 1 has ended
};

// What an execution was.
struct run {
	unsigned n;
	uint8_t threads[MAX_STEPS]; // who made each step
	unsigned questions, preemptions;
	unsigned asked_at[MAX_STEPS];
	bool given_up;
	size_t nsegments;
	struct hd_segment segments[MAX_STEPS];
	unsigned nchoices;
	uint8_t choices[MAX_STEPS];
};

struct machine {
	const struct hd_scheduler *strategy;
	void *state;
	const struct program *program;
	unsigned at[MAX_THREADS];
	int holder[8]; // of each mutex
	int current;
	int64_t fuel, forgone;
	bool full, unasked;
	void *pairs; // state of the metric, NULL: the scheduler does not look at it
};

// The machine ends no execution on the way.
void hd_fault_refuse(const char *name)
{
	fail_msg("%s", name);
	abort();
}

void hd_sched_be_fair(void)
{
}

unsigned hd_fair_next(void)
{
	return 0;
}

static struct hd_config config = {.bound = UINT32_MAX, .depth = 3};

static const struct hd_scheduler *const all[] = {
#define HD_SCHEDULER(id, name, space, summary) &hd_scheduler_##id,
#include "abi/schedulers.def"
#undef HD_SCHEDULER
};
#define NALL (sizeof(all) / sizeof(*all))

static bool exhaustive(const struct hd_scheduler *s)
{
	return s == &hd_scheduler_dfs || s == &hd_scheduler_dpor || s == &hd_scheduler_thorough;
}

// ---- the machine -----------------------------------------------------------------

static const struct hd_op *next_op(const struct machine *m, unsigned t)
{
	const struct program *p = m->program;

	if (p->spins && t == 0) {
		return m->at[1] < p->n[1] ? &p->ops[0][m->at[0] % p->n[0]] : NULL;
	}
	return m->at[t] < p->n[t] ? &p->ops[t][m->at[t]] : NULL;
}

static int *holder(struct machine *m, const struct hd_op *op)
{
	return &m->holder[(op->object - MUTEX(0)) / 0x100];
}

static bool can_go_on(struct machine *m, unsigned t)
{
	const struct hd_op *op = next_op(m, t);
	return op && !(op->kind == HD_EV_LOCK && *holder(m, op) >= 0);
}

static unsigned refresh(struct machine *m)
{
	static struct hd_sync waited_for;
	unsigned n = 0;

	for (unsigned t = 0; t < m->program->threads; t++) {
		const struct hd_op *op = next_op(m, t);
		hd_fibers[t].state = op ? HD_FIBER_LIVE : HD_FIBER_DONE;
		hd_fibers[t].op = op ? *op : (struct hd_op){0};
		hd_fibers[t].wait = op && op->kind == HD_EV_LOCK ? &waited_for : NULL;
		hd_set_remove(hd.enabled, t);
		if (can_go_on(m, t)) {
			hd_set_add(hd.enabled, t);
			n++;
		}
	}
	return n;
}

// Whoever goes on; -1: the strategy gave up.
static int ask(struct machine *m, unsigned enabled, struct run *r)
{
	bool live = m->current >= 0 && next_op(m, (unsigned)m->current);
	bool able = live && hd_set_has(hd.enabled, (unsigned)m->current);
	int64_t unused = m->fuel > 0 ? m->fuel : 0;

	m->fuel = 1;
	if (!m->full && !m->strategy->asked_always && enabled == 1) {
		m->forgone += unused - 1;
		m->unasked = true;
		return hd_set_nth(hd.enabled, 0);
	}
	struct hd_choice c = {
		.enabled = hd.enabled,
		.current = live ? m->current : -1,
		.current_enabled = able,
		.yielding = able && next_op(m, (unsigned)m->current)->kind == HD_EV_YIELD,
		.unused = unused + m->forgone,
		.unasked = m->unasked,
	};
	m->forgone = 0;
	m->unasked = false;
	int next = m->strategy->pick(m->state, &c, &m->fuel);
	r->asked_at[r->questions++] = r->n;
	assert_true(m->fuel >= 1);
	if (next >= 0) {
		assert_true(next < (int)m->program->threads && hd_set_has(hd.enabled, (unsigned)next));
		r->preemptions += able && next != m->current && r->n > 0;
	}
	return next;
}

static void step(struct machine *m, unsigned t, struct run *r)
{
	const struct hd_op *op = next_op(m, t);

	if (op->kind == HD_EV_LOCK || op->kind == HD_EV_UNLOCK) {
		*holder(m, op) = op->kind == HD_EV_LOCK ? (int)t : -1;
	}
	if (m->full) {
		target_log_op(t);
	}
	if (op->kind == HD_EV_LOCK || op->kind == HD_EV_UNLOCK) {
		hd.cur = &hd_fibers[t];
		if (m->strategy->synced) {
			m->strategy->synced(m->state, op->kind, op->object, op->site);
		}
		if (m->pairs) {
			hd_metric_sync_pairs.synced(m->pairs, op->kind, op->object, op->site);
		}
	}
	if (op->kind == HD_EV_COND_SIGNAL) {
		unsigned k = m->strategy->choose ? m->strategy->choose(m->state, ALTERNATIVES) : 0;
		assert_true(k < ALTERNATIVES);
		r->choices[r->nchoices++] = (uint8_t)k;
		if (m->full) {
			hd.log[hd.nlog - 1].nchoices = ALTERNATIVES;
			hd.log[hd.nlog - 1].choice = (uint8_t)k;
		}
	}
	m->at[t]++;
	hd_fibers[t].steps++;
	r->threads[r->n++] = (uint8_t)t;
}

static void leave(const struct machine *m, struct run *r)
{
	r->segments[r->nsegments++] = (struct hd_segment){.fiber = (uint32_t)m->current,
		.upto = hd_fibers[m->current].steps};
}

// The metric that tsa and its baselines look at; its state is kept behind the scheduler's.
static bool counts_pairs(const struct hd_scheduler *s)
{
	return s->metrics[0] == &hd_metric_sync_pairs;
}

static void **pairs_beside(const struct hd_scheduler *s, void *state)
{
	return (void **)((char *)state + (s->state_size + 7) / 8 * 8);
}

static bool fresh; // every execution is of another test

// false: nothing is left to explore.
static bool execute(const struct hd_scheduler *s, void *state, const struct program *p, uint64_t execution,
	uint64_t seed, struct run *r)
{
	struct machine m = {.program = p, .fuel = 1, .forgone = -1, .unasked = true};
	struct hd_run run = {.scheduler = s, .state = state};
	struct hd_begin b = {.execution = execution, .seed = seed, .config = &config, .run = &run, .fresh = fresh};
	unsigned enabled;

	target_reset(p->threads);
	memset(m.holder, 0xff, sizeof(m.holder));
	r->n = r->questions = r->preemptions = r->nchoices = 0;
	r->nsegments = 0;
	r->given_up = false;
	if (counts_pairs(s)) {
		m.pairs = hd_metric_states[HD_METRIC_sync_pairs] = *pairs_beside(s, state);
	}
	if (!s->begin(state, &b)) {
		return false;
	}
	if (m.pairs) {
		hd_metric_sync_pairs.begin_execution(m.pairs, HD_HEARS_SYNC);
	}
	m.strategy = run.scheduler; // it may have handed over
	m.state = run.state;
	m.full = m.strategy->points == HD_POINTS_ALL;
	while ((enabled = refresh(&m)) > 0 && r->n + 1 < MAX_STEPS) {
		int next = m.current;
		const struct hd_op *op = next_op(&m, (unsigned)m.current);
		bool yields = op && op->kind == HD_EV_YIELD;
		bool locks = op && op->kind == HD_EV_LOCK && m.strategy->asked_at_locks;
		if (!op || !can_go_on(&m, (unsigned)m.current) || m.full || --m.fuel <= 0 || yields || locks) {
			next = ask(&m, enabled, r);
		}
		if (next < 0) {
			r->given_up = true;
			break;
		}
		if (next != m.current) {
			leave(&m, r);
			m.current = next;
		}
		step(&m, (unsigned)next, r);
	}
	leave(&m, r);
	struct hd_outcome o = {.blocked = r->given_up};
	if (m.pairs) {
		hd_metric_sync_pairs.end_execution(m.pairs, &o);
	}
	if (s->end) {
		s->end(state, &o);
	}
	return true;
}

// ---- programs --------------------------------------------------------------------------

static const struct hd_op steps_of_one[] = {
	{.kind = HD_EV_WRITE, .write = true, .size = 4, .object = WORD(0)},
	{.kind = HD_EV_LOCK, .write = true, .object = MUTEX(0)},
	{.kind = HD_EV_READ, .size = 4, .object = WORD(1)},
	{.kind = HD_EV_UNLOCK, .write = true, .object = MUTEX(0)},
	{.kind = HD_EV_COND_SIGNAL, .write = true, .object = MUTEX(1)},
	{.kind = HD_EV_YIELD, .write = true},
	{.kind = HD_EV_WRITE, .write = true, .size = 4, .object = WORD(1)},
};

static struct program same_for_all(unsigned threads, const struct hd_op *ops, unsigned n)
{
	struct program p = {.threads = threads};

	for (unsigned t = 0; t < threads; t++) {
		p.n[t] = n;
		p.ops[t] = ops;
	}
	return p;
}

static void *fresh_state(const struct hd_scheduler *s)
{
	void *state = hd_persist_alloc(s->state_size + 2 * sizeof(void *));

	if (counts_pairs(s)) {
		void *pairs = hd_persist_alloc(hd_metric_sync_pairs.state_size);
		hd_metric_sync_pairs.begin(pairs, &(struct hd_metric_setup){.config = &config});
		*pairs_beside(s, state) = pairs;
	}
	return state;
}

static struct run runs[2];

// ---- every strategy -------------------------------------------------------------------

static void only_enabled_threads_are_picked(void **state)
{
	(void)state; // execute() checks
	for (size_t i = 0; i < NALL; i++) {
		static const unsigned sizes[] = {1, 2, 3, 5, 64, 65, 100, 128};
		for (unsigned k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
			struct program p = same_for_all(sizes[k], steps_of_one, 7);
			void *s = fresh_state(all[i]);
			for (uint64_t e = 0; e < 50 && execute(all[i], s, &p, e, hd_mix(e), &runs[0]); e++) {
				bool searches = all[i] == &hd_scheduler_dpor || all[i] == &hd_scheduler_thorough;
				bool too_many = searches && sizes[k] > 64;
				assert_int_equal(runs[0].n, too_many ? 0 : 7 * sizes[k]);
			}
		}
	}
}

static void same_seed_same_picks(void **state)
{
	struct program p = same_for_all(4, steps_of_one, 7);

	(void)state;
	for (size_t i = 0; i < NALL; i++) {
		void *a = fresh_state(all[i]), *b = fresh_state(all[i]);
		for (uint64_t e = 0; e < 60; e++) {
			bool more = execute(all[i], a, &p, e, hd_mix(e), &runs[0]);
			assert_int_equal(execute(all[i], b, &p, e, hd_mix(e), &runs[1]), more);
			if (!more) {
				break;
			}
			assert_int_equal(runs[0].n, runs[1].n);
			assert_memory_equal(runs[0].threads, runs[1].threads, runs[0].n);
			assert_int_equal(runs[0].nchoices, runs[1].nchoices);
			assert_memory_equal(runs[0].choices, runs[1].choices, runs[0].nchoices);
		}
	}
}

static void other_seed_other_picks(void **state)
{
	static const struct hd_scheduler *const random[] = {&hd_scheduler_random, &hd_scheduler_pct, &hd_scheduler_pos,
		&hd_scheduler_os, &hd_scheduler_auto};
	struct program p = same_for_all(4, steps_of_one, 7);

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		void *s = fresh_state(random[i]);
		unsigned differ = 0;
		for (uint64_t e = 0; e < 40; e += 2) {
			execute(random[i], s, &p, 4 * e, hd_mix(e), &runs[0]);
			execute(random[i], s, &p, 4 * e, hd_mix(e + 1), &runs[1]);
			differ += memcmp(runs[0].threads, runs[1].threads, runs[0].n) != 0;
		}
		assert_true(differ >= 15);
	}
}

static void what_waits_by_yielding_is_not_waited_for(void **state)
{
	static const struct hd_op yields = {.kind = HD_EV_YIELD, .write = true};
	struct program p = {.threads = 2, .n = {1, 4}, .ops = {&yields, steps_of_one}, .spins = true};

	(void)state;
	for (size_t i = 0; i < NALL; i++) {
		if (exhaustive(all[i])) {
			continue; // the runtime parks spinners for them
		}
		void *s = fresh_state(all[i]);
		for (uint64_t e = 0; e < 50; e++) {
			execute(all[i], s, &p, e, hd_mix(e), &runs[0]);
			assert_true(runs[0].n < 5000);
		}
	}
}

static void what_waits_by_reading_is_not_waited_for(void **state)
{
	static const struct hd_op reads = {.kind = HD_EV_ATOMIC_READ, .size = 4, .object = WORD(5)};
	struct program p = {.threads = 2, .n = {1, 4}, .ops = {&reads, steps_of_one}, .spins = true};

	(void)state;
	for (size_t i = 0; i < NALL; i++) {
		if (exhaustive(all[i]) || all[i] == &hd_scheduler_replay || all[i] == &hd_scheduler_os) {
			continue; // the runtime's step budget ends a replay, and long quanta are meant to be long
		}
		void *s = fresh_state(all[i]);
		for (uint64_t e = 0; e < 50; e++) {
			execute(all[i], s, &p, e, hd_mix(e), &runs[0]);
			if (runs[0].n + 1 >= MAX_STEPS) {
				fail_msg("%s waits for ever", all[i]->name);
			}
		}
	}
}

// ---- their own guarantees -------------------------------------------------------------

static struct hd_op many[4000];

static struct program long_program(unsigned threads, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		many[i] = (struct hd_op){.kind = HD_EV_READ, .size = 4, .object = WORD(i % 16)};
	}
	return same_for_all(threads, many, n);
}

static void random_starves_nobody(void **state)
{
	struct program p = long_program(4, 4000);
	void *s = fresh_state(&hd_scheduler_random);

	(void)state;
	for (uint64_t e = 0; e < 20; e++) {
		unsigned last[4] = {0};
		execute(&hd_scheduler_random, s, &p, e, hd_mix(e), &runs[0]);
		for (unsigned q = 0; q < runs[0].questions && runs[0].asked_at[q] < 8000; q++) {
			last[runs[0].threads[runs[0].asked_at[q]]] = q;
			for (unsigned t = 0; t < 4; t++) {
				assert_true(q - last[t] < 100);
			}
		}
	}
}

static void random_walks_reach_every_order(void **state)
{
	static const struct hd_op two[] = {{.kind = HD_EV_READ, .size = 4, .object = WORD(0)},
		{.kind = HD_EV_READ, .size = 4, .object = WORD(0)}};
	static const struct hd_scheduler *const walks[] = {&hd_scheduler_random, &hd_scheduler_pos, &hd_scheduler_auto};
	struct program p = same_for_all(2, two, 2);

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		void *s = fresh_state(walks[i]);
		bool seen[16] = {false};
		for (uint64_t e = 0; e < 2000; e++) {
			const uint8_t *t = runs[0].threads;
			execute(walks[i], s, &p, e, hd_mix(e), &runs[0]);
			seen[t[0] << 3 | t[1] << 2 | t[2] << 1 | t[3]] = true;
		}
		assert_true(seen[3] && seen[5] && seen[6] && seen[9] && seen[10] && seen[12]);
	}
}

static void pct_changes_priorities_less_often_than_its_depth(void **state)
{
	struct program p = long_program(4, 100);

	(void)state;
	for (unsigned depth = 1; depth <= 6; depth++) {
		void *s = fresh_state(&hd_scheduler_pct);
		unsigned most = 0;
		config.depth = depth;
		for (uint64_t e = 0; e < 300; e++) {
			execute(&hd_scheduler_pct, s, &p, e, hd_mix(e * 7 + depth), &runs[0]);
			assert_true(runs[0].preemptions <= depth - 1);
			most = runs[0].preemptions > most ? runs[0].preemptions : most;
		}
		assert_int_equal(most, depth - 1);
	}
	config.depth = 3;
}

// Allowances that nobody asked for must not be taken for points made.
static void pct_keeps_its_horizon(void **state)
{
	struct program p = long_program(3, 50);
	void *s = fresh_state(&hd_scheduler_pct);
	struct hd_begin b = {.config = &config};
	struct hd_choice c = {.enabled = hd.enabled, .current = 0, .current_enabled = true, .unused = 1};
	int64_t run = 1;
	unsigned preemptions = 0;

	(void)state;
	target_reset(3);
	hd_scheduler_pct.begin(s, &b);
	hd_scheduler_pct.pick(s, &c, &run);
	for (uint64_t e = 1; e < 300; e++) {
		execute(&hd_scheduler_pct, s, &p, e, hd_mix(e), &runs[0]);
		preemptions += runs[0].preemptions;
	}
	assert_true(preemptions > 100);
}

static void round_robin_goes_round(void **state)
{
	struct program p = long_program(3, 30);
	void *s = fresh_state(&hd_scheduler_round_robin);

	(void)state;
	for (uint64_t e = 0; e < 8; e++) { // turns of one step
		execute(&hd_scheduler_round_robin, s, &p, e, 0, &runs[0]);
		for (unsigned i = 1; i < 3 * 29; i++) { // until the first one ends
			assert_int_equal(runs[0].threads[i], (runs[0].threads[i - 1] + 1) % 3);
		}
	}
}

static void replay_repeats_what_was_recorded(void **state)
{
	struct program p = same_for_all(4, steps_of_one, 7);
	void *s = fresh_state(&hd_scheduler_random);

	(void)state;
	for (uint64_t e = 0; e < 200; e++) {
		execute(&hd_scheduler_random, s, &p, e, hd_mix(e), &runs[0]);
		struct hd_schedule recorded = {.segments = runs[0].segments,
			.n = runs[0].nsegments,
			.choices = runs[0].choices,
			.nchoices = runs[0].nchoices};
		struct hd_replay replay = {.schedule = &recorded};
		execute(&hd_scheduler_replay, &replay, &p, 0, 0, &runs[1]);
		assert_int_equal(runs[1].n, runs[0].n);
		assert_memory_equal(runs[1].threads, runs[0].threads, runs[0].n);
		assert_memory_equal(runs[1].choices, runs[0].choices, runs[0].nchoices);
	}
}

// ---- schedulers that know places ------------------------------------------------------------

static const struct hd_site sites[4];
#define AT(i, k, w, o) {.kind = HD_EV_ATOMIC_##k, .write = (w), .size = 4, .object = WORD(o), .site = &sites[i]}

// The example that motivates the uniform random walk: one thread has three events on a variable, the other one. A
// random walk lets the single event come first in every second execution; all four orders are to be equally likely.
static void surw_is_uniform(void **state)
{
	static const struct hd_op three[] = {AT(0, WRITE, true, 0), AT(0, WRITE, true, 0), AT(0, WRITE, true, 0)};
	static const struct hd_op one[] = {AT(1, WRITE, true, 0)};
	struct program p = {.threads = 2, .n = {3, 1}, .ops = {three, one}};
	void *s = fresh_state(&hd_scheduler_surw);
	unsigned at[4] = {0};

	(void)state;
	execute(&hd_scheduler_surw, s, &p, 0, hd_mix(0), &runs[0]); // counts events
	for (uint64_t e = 1; e <= 4000; e++) {
		execute(&hd_scheduler_surw, s, &p, e, hd_mix(e), &runs[0]);
		for (unsigned i = 0; i < 4; i++) {
			at[i] += runs[0].threads[i] == 1;
		}
	}
	for (unsigned i = 0; i < 4; i++) {
		assert_in_range(at[i], 880, 1120);
	}
}

// Only the accesses of one variable count: what else a thread does changes nothing.
static void surw_counts_only_what_is_interesting(void **state)
{
	static const struct hd_op busy[] = {AT(0, READ, false, 8), AT(0, READ, false, 8), AT(0, READ, false, 8),
		AT(0, READ, false, 8), AT(1, WRITE, true, 0)};
	static const struct hd_op one[] = {AT(2, WRITE, true, 0)};
	struct program p = {.threads = 2, .n = {5, 1}, .ops = {busy, one}};
	void *s = fresh_state(&hd_scheduler_surw);
	unsigned last = 0;

	(void)state;
	for (uint64_t e = 0; e < 2000; e++) {
		execute(&hd_scheduler_surw, s, &p, e, hd_mix(e), &runs[0]);
		last += runs[0].threads[5] == 1;
	}
	assert_in_range(last, 880, 1120);
}

static const struct hd_op setter[] = {AT(0, WRITE, true, 0), AT(1, WRITE, true, 1)};
static const struct hd_op checker[] = {AT(2, READ, false, 0), AT(3, READ, false, 1)};

// Has the last thread read the first variable after a write of it, and the second before any?
static bool reads_half(const struct run *r, unsigned threads)
{
	unsigned at[MAX_THREADS] = {0};
	bool first = false, second = false, after_first = false;

	for (unsigned i = 0; i < r->n; i++) {
		unsigned t = r->threads[i], step = at[t]++;
		if (t == threads - 1 && step == 1) {
			return after_first && !second;
		}
		after_first |= t == threads - 1 && first;
		first |= t < threads - 1 && step == 0;
		second |= t < threads - 1 && step == 1;
	}
	return false;
}

static unsigned executions_to_half(const struct hd_scheduler *scheduler, uint64_t seed, unsigned most)
{
	struct program p = same_for_all(10, setter, 2);
	void *s = fresh_state(scheduler);

	p.ops[9] = checker;
	for (unsigned e = 0; e < most; e++) {
		execute(scheduler, s, &p, e, hd_mix(seed * 1000 + e), &runs[0]);
		if (reads_half(&runs[0], 10)) {
			return e + 1;
		}
	}
	return most + 1;
}

// Nine setters of two variables and a checker: reads-from fuzzing's own example, in which the second read must
// not read from any write. Priorities per thread take hundreds of executions.
static void constraints_need_few_executions(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		assert_in_range(executions_to_half(&hd_scheduler_rff, seed, 100), 1, 100);
		assert_in_range(executions_to_half(&hd_scheduler_places, seed, 20), 1, 20);
		assert_in_range(executions_to_half(&hd_scheduler_auto, seed, 40), 1, 40);
	}
}

// Do the threads make whole rounds of two steps in strict alternation?
static bool takes_turns(const struct run *r)
{
	for (unsigned i = 0; i < r->n; i++) {
		bool starts_round = i % 2 == 0;
		if (i > 0 && (r->threads[i] != r->threads[i - 1]) != starts_round) {
			return false;
		}
	}
	return true;
}

// Five rounds each of reading the other's variable and writing the own one. A goal that is reached only
// once leaves the other rounds to chance.
static void threads_take_turns_in_loops(void **state)
{
#define ROUND(i, mine, other) AT(i, READ, false, other), AT((i) + 1, WRITE, true, mine)
#define ROUNDS(...) {ROUND(__VA_ARGS__), ROUND(__VA_ARGS__), ROUND(__VA_ARGS__), ROUND(__VA_ARGS__), ROUND(__VA_ARGS__)}
	static const struct hd_op first[] = ROUNDS(0, 0, 1), second[] = ROUNDS(2, 1, 0);
	struct program p = {.threads = 2, .n = {10, 10}, .ops = {first, second}};

	(void)state;
	for (uint64_t seed = 0; seed < 10; seed++) {
		void *s = fresh_state(&hd_scheduler_places);
		unsigned e = 0;
		do {
			execute(&hd_scheduler_places, s, &p, e, hd_mix(seed * 1000 + e), &runs[0]);
		} while (!takes_turns(&runs[0]) && ++e < 200);
		assert_in_range(e, 0, 100);
	}
}

// The same as tests, each executed once: what is learned from one counts for the next.
static void tests_learn_from_each_other(void **state)
{
	(void)state;
	config.mode = HD_MODE_TEST;
	fresh = true;
	for (uint64_t seed = 0; seed < 20; seed++) {
		assert_in_range(executions_to_half(&hd_scheduler_places, seed, 40), 1, 40);
		assert_in_range(executions_to_half(&hd_scheduler_auto, seed, 120), 1, 120);
	}
	config.mode = HD_MODE_RUN;
	fresh = false;
}

// Already in the first execution, whatever the seed: both threads have read before one writes, and each
// has its first lock before one takes its second.
static void the_first_execution_waits_before_what_is_used_again(void **state)
{
	static const struct hd_op update[] = {AT(0, READ, false, 0), AT(1, WRITE, true, 0)};
	static const struct hd_op locks[2][2] = {
		{{.kind = HD_EV_LOCK, .write = true, .object = MUTEX(0)},
			{.kind = HD_EV_LOCK, .write = true, .object = MUTEX(1)}},
		{{.kind = HD_EV_LOCK, .write = true, .object = MUTEX(1)},
			{.kind = HD_EV_LOCK, .write = true, .object = MUTEX(0)}},
	};
	struct program updates = same_for_all(2, update, 2),
		       deadlock = {.threads = 2, .n = {2, 2}, .ops = {locks[0], locks[1]}};

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		execute(&hd_scheduler_places, fresh_state(&hd_scheduler_places), &updates, 0, hd_mix(seed), &runs[0]);
		const uint8_t *t = runs[0].threads;
		assert_true(t[0] != t[1]);
		execute(&hd_scheduler_places, fresh_state(&hd_scheduler_places), &deadlock, 0, hd_mix(seed), &runs[0]);
		assert_int_equal(runs[0].n, 2); // nobody can go on
	}
}

// Every class of executions that differ in what is read from what is reached: two writes, one read.
static void rff_reads_from_every_write(void **state)
{
	static const struct hd_op writer[] = {AT(0, WRITE, true, 0), AT(1, WRITE, true, 0)};
	static const struct hd_op reader[] = {AT(2, READ, false, 0)};
	struct program p = {.threads = 2, .n = {2, 1}, .ops = {writer, reader}};

	(void)state;
	for (uint64_t seed = 0; seed < 10; seed++) {
		void *s = fresh_state(&hd_scheduler_rff);
		bool seen[3] = {false};
		for (uint64_t e = 0; e < 30; e++) {
			execute(&hd_scheduler_rff, s, &p, e, hd_mix(seed * 100 + e), &runs[0]);
			unsigned before = 0;
			while (runs[0].threads[before] == 0) {
				before++;
			}
			seen[before] = true;
		}
		assert_true(seen[0] && seen[1] && seen[2]);
	}
}

// ---- exhaustive searches ----------------------------------------------------------------

static uint64_t explore(const struct hd_scheduler *s, const struct program *p, uint64_t *executions)
{
	void *state = fresh_state(s);
	uint64_t e = 0, traces = 0;

	for (; execute(s, state, p, e, 0, &runs[0]); e++) {
		traces = hd.traces;
		assert_true(e < 1000000);
	}
	*executions = e;
	return traces;
}

// Lock, access, unlock, signal and access in any order that gives back locks.
static unsigned random_ops(uint64_t *rng, unsigned room, struct hd_op *out)
{
	unsigned n = 0, held = 0;

	while (n + held + 2 <= room) {
		unsigned i = hd_rng_below(rng, 2);
		switch (hd_rng_below(rng, 7)) {
		case 0:
			if (!(held & 1) && n + held + 3 <= room) {
				held |= 1;
				out[n++] = (struct hd_op){.kind = HD_EV_LOCK, .write = true, .object = MUTEX(i)};
				out[n++] = (struct hd_op){.kind = HD_EV_READ, .size = 4, .object = WORD(i)};
				out[n++] = (struct hd_op){.kind = HD_EV_UNLOCK, .write = true, .object = MUTEX(i)};
				held = 0;
			}
			break;
		case 1:
			if (room >= 4 && n + 4 <= room) { // two locks, perhaps the other way round
				out[n++] = (struct hd_op){.kind = HD_EV_LOCK, .write = true, .object = MUTEX(i)};
				out[n++] = (struct hd_op){.kind = HD_EV_LOCK, .write = true, .object = MUTEX(1 - i)};
				out[n++] = (struct hd_op){.kind = HD_EV_UNLOCK, .write = true, .object = MUTEX(i)};
				out[n++] = (struct hd_op){.kind = HD_EV_UNLOCK, .write = true, .object = MUTEX(1 - i)};
			}
			break;
		case 2:
			out[n++] = (struct hd_op){.kind = HD_EV_COND_SIGNAL, .write = true, .object = MUTEX(2 + i)};
			break;
		case 3:
			out[n++] = (struct hd_op){.kind = HD_EV_WRITE, .write = true, .size = 8, .object = WORD(0)};
			break;
		case 4:
			out[n++] = (struct hd_op){.kind = HD_EV_WRITE, .write = true, .size = 4, .object = WORD(i) + 2};
			break;
		default:
			i = hd_rng_below(rng, 4);
			out[n++] = (struct hd_op){.kind = i & 1 ? HD_EV_WRITE : HD_EV_READ,
				.write = i & 1,
				.size = 4,
				.object = WORD(i / 2)};
		}
	}
	return n;
}

static void dpor_explores_what_dfs_explores(void **state)
{
	static struct hd_op ops[3][8];
	uint64_t rng = 11, redundant = 0, total = 0;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		struct program p = {.threads = 2 + hd_rng_below(&rng, 2)};
		for (unsigned t = 0; t < p.threads; t++) {
			p.n[t] = random_ops(&rng, p.threads == 2 ? 5 : 3, ops[t]);
			p.ops[t] = ops[t];
		}
		uint64_t reduced, full, traces = explore(&hd_scheduler_dfs, &p, &full);
		uint64_t by_dpor = explore(&hd_scheduler_dpor, &p, &reduced);
		if (by_dpor != traces) {
			print_message("program %u: dfs %lu traces, dpor %lu\n", i, traces, by_dpor);
		}
		assert_int_equal(by_dpor, traces);
		assert_true(reduced <= full);
		total += traces;
		redundant += reduced - by_dpor;
	}
	print_message("dpor: %lu traces, %lu blocked\n", total, redundant);
}

static void dfs_with_a_bound_preempts_no_more(void **state)
{
	struct program p = long_program(2, 5);
	// Thread 0 runs at first, and leaving a thread that could go on is a
	// preemption. None: 1. One, after 0 to 4 of its steps: 5 more. Two, thread 1
	// left after 1 to 4 of its own: 5 * 4 more.
	static const uint64_t counts[] = {1, 6, 26};

	(void)state;
	for (uint32_t bound = 0; bound < 3; bound++) {
		void *s = fresh_state(&hd_scheduler_dfs);
		uint64_t e = 0;
		config.bound = bound;
		for (; execute(&hd_scheduler_dfs, s, &p, e, 0, &runs[0]); e++) {
			assert_true(runs[0].preemptions <= bound);
		}
		assert_int_equal(e, counts[bound]);
	}
	config.bound = UINT32_MAX;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_enabled_threads_are_picked),
		cmocka_unit_test(same_seed_same_picks),
		cmocka_unit_test(other_seed_other_picks),
		cmocka_unit_test(what_waits_by_yielding_is_not_waited_for),
		cmocka_unit_test(what_waits_by_reading_is_not_waited_for),
		cmocka_unit_test(random_starves_nobody),
		cmocka_unit_test(random_walks_reach_every_order),
		cmocka_unit_test(pct_changes_priorities_less_often_than_its_depth),
		cmocka_unit_test(pct_keeps_its_horizon),
		cmocka_unit_test(round_robin_goes_round),
		cmocka_unit_test(replay_repeats_what_was_recorded),
		cmocka_unit_test(surw_is_uniform),
		cmocka_unit_test(surw_counts_only_what_is_interesting),
		cmocka_unit_test(constraints_need_few_executions),
		cmocka_unit_test(threads_take_turns_in_loops),
		cmocka_unit_test(tests_learn_from_each_other),
		cmocka_unit_test(the_first_execution_waits_before_what_is_used_again),
		cmocka_unit_test(rff_reads_from_every_write),
		cmocka_unit_test(dpor_explores_what_dfs_explores),
		cmocka_unit_test(dfs_with_a_bound_preempts_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
