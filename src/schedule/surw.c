// SPDX-License-Identifier: Apache-2.0
// The selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025): if every
// step goes to a thread with a probability proportional to the number of its remaining events, all
// interleavings of those events are equally likely. So that they are few, only some events are
// *interesting*: in each execution those on one shared variable, which is drawn with a probability
// proportional to the number of its accesses.
//
// Before the next interesting event, the thread that shall make it is drawn by weight; others that
// come to an interesting event are held until it has been made. Everything else is ordered by
// a random priority per event. The weight of a thread is the number of its interesting events, and those of
// threads that it will create; a new thread takes its share over, and with it, by chance, its
// creator's turn. The numbers are those of a first execution that is not controlled.
//
// If all threads that could go on are held, the one that was drawn is blocked: then all are let go,
// and another one is drawn, as the authors' implementation does.
//
// Deviations: synchronization objects count as variables too, which the authors choose by hand. A
// thread that yields, or has gone on for long, gets the lowest priority once.
#include "schedule/surw.h"

#include "runtime/scheduler.h"
#include "schedule/shared.h"

#include <string.h>

#define VARIABLES 1024
#define LONG_RUN 1000 // steps in a row

struct variable {
	uintptr_t address;
	uint32_t total;
	bool written;
	uint16_t of[HD_MAX_FIBERS]; // events of each thread
};

struct state {
	uint64_t rng;
	struct hd_shared shared;
	bool profiled;
	struct hd_table addresses;
	struct variable *variables;
	int16_t parent[HD_MAX_FIBERS]; // of each thread, in the first execution
	unsigned threads;              // of the first execution
	// This execution.
	const struct variable *chosen; // NULL: nothing is interesting
	unsigned known;                // threads whose weights have been set
	int intended;                  // whose interesting event is the next; -1: to be drawn
	int last;
	unsigned in_a_row;
	uint64_t held[HD_SET_WORDS];
	uint32_t weight[HD_MAX_FIBERS];
	uint64_t priority[HD_MAX_FIBERS]; // 0: to be drawn
};

// ---- the first execution ---------------------------------------------------------------

static bool has_object(unsigned kind)
{
	return hd_shared_is_memory(kind) || (kind >= HD_EV_LOCK && kind <= HD_EV_FUTEX_WAKE);
}

static void count(struct state *s, const struct hd_event *e)
{
	uint32_t known = s->addresses.n, i = hd_table_number(&s->addresses, e->object & ~3ull);

	if (i == HD_TABLE_NONE) {
		return;
	}
	struct variable *v = &s->variables[i];
	if (i >= known) {
		memset(v, 0, sizeof(*v));
		v->address = e->object & ~3ull;
	}
	v->total++;
	v->written |= e->write;
	v->of[e->fiber] += v->of[e->fiber] < UINT16_MAX;
}

static void profile(struct state *s)
{
	hd_table_clear(&s->addresses);
	s->threads = hd.nfibers;
	memset(s->parent, 0xff, sizeof(s->parent));
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		if (has_object(e->kind)) {
			count(s, e);
		} else if (e->kind == HD_EV_CREATE && e->object < HD_MAX_FIBERS) {
			s->parent[e->object] = e->fiber;
		}
	}
}

// Used by half of the threads, and by two at least.
static bool is_wide(const struct state *s, const struct variable *v)
{
	unsigned users = 0;

	for (unsigned t = 0; t < s->threads; t++) {
		users += v->of[t] > 0;
	}
	return v->written && users >= 2 && users >= s->threads / 2;
}

// ---- an execution -----------------------------------------------------------------------

static const struct variable *choose_variable(struct state *s)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < s->addresses.n; i++) {
		sum += is_wide(s, &s->variables[i]) ? s->variables[i].total : 0;
	}
	uint32_t draw = sum ? hd_rng_below(&s->rng, sum) : 0;
	for (uint32_t i = 0; sum && i < s->addresses.n; i++) {
		uint32_t share = is_wide(s, &s->variables[i]) ? s->variables[i].total : 0;
		if (draw < share) {
			return &s->variables[i];
		}
		draw -= share;
	}
	return NULL;
}

// Events of a thread and of all that it creates. Threads are numbered in the order of their creation.
static uint32_t weight_of(const struct state *s, unsigned thread)
{
	uint32_t sum[HD_MAX_FIBERS] = {0};

	if (!s->chosen || thread >= s->threads) {
		return 0;
	}
	for (unsigned t = s->threads; t-- > thread;) {
		sum[t] += s->chosen->of[t];
		if (s->parent[t] >= (int)thread) {
			sum[s->parent[t]] += sum[t];
		}
	}
	return sum[thread];
}

static void prepare(struct state *s)
{
	hd_shared_init(&s->shared);
	if (!s->variables) {
		s->variables = hd_persist_alloc(VARIABLES * sizeof(*s->variables));
		hd_table_init(&s->addresses, hd_persist_alloc(2 * VARIABLES * sizeof(*s->addresses.entries)),
			2 * VARIABLES);
	}
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	prepare(s);
	if (b->fresh) {
		hd_shared_forget(&s->shared);
		s->profiled = false;
	}
	s->rng = b->seed;
	s->chosen = s->profiled ? choose_variable(s) : NULL;
	s->known = s->in_a_row = 0;
	s->intended = s->last = -1;
	memset(s->held, 0, sizeof(s->held));
	memset(s->priority, 0, sizeof(s->priority));
	return true;
}

static void new_thread(struct state *s, unsigned thread)
{
	uint32_t mine = s->weight[thread] = weight_of(s, thread);

	if (thread == 0 || s->last < 0) {
		return;
	}
	uint32_t *creator = &s->weight[s->last];
	if (s->intended == s->last && *creator > 0 && hd_rng_below(&s->rng, *creator) < mine) {
		s->intended = (int)thread;
	}
	*creator -= mine < *creator ? mine : *creator;
}

static bool is_interesting(const struct state *s, const struct hd_op *op)
{
	return s->chosen && has_object(op->kind) && (op->object & ~3ull) == s->chosen->address;
}

static int draw_intended(struct state *s, const uint64_t *enabled)
{
	uint32_t sum = 0;

	for (unsigned t = 0; t < hd.nfibers; t++) {
		sum += hd_set_has(enabled, t) ? s->weight[t] : 0;
	}
	uint32_t draw = hd_rng_below(&s->rng, sum);
	for (unsigned t = 0; t < hd.nfibers; t++) {
		uint32_t share = hd_set_has(enabled, t) ? s->weight[t] : 0;
		if (draw < share) {
			return (int)t;
		}
		draw -= share;
	}
	return -1;
}

static int highest(struct state *s, const uint64_t *enabled)
{
	int best = -1;

	for (unsigned t = 0; t < hd.nfibers; t++) {
		if (s->priority[t] == 0) {
			s->priority[t] = 2 + (hd_rng(&s->rng) >> 1);
		}
		if (hd_set_has(enabled, t) && !hd_set_has(s->held, t) &&
			(best < 0 || s->priority[t] > s->priority[best])) {
			best = (int)t;
		}
	}
	return best;
}

static void release_all(struct state *s)
{
	memset(s->held, 0, sizeof(s->held));
	s->intended = -1;
}

static int choose_thread(struct state *s, const uint64_t *enabled)
{
	for (;;) {
		int t = highest(s, enabled);
		if (t < 0) {
			release_all(s);
			continue;
		}
		if (!is_interesting(s, &hd_fibers[t].op)) {
			return t;
		}
		s->weight[t] += s->weight[t] == 0; // more than was foreseen
		if (s->intended < 0) {
			s->intended = draw_intended(s, enabled);
		}
		if (t == s->intended) {
			s->weight[t]--;
			release_all(s);
			return t;
		}
		hd_set_add(s->held, (unsigned)t);
	}
}

static bool goes_on(const struct state *s, const struct hd_choice *c)
{
	return c->current_enabled && !c->yielding && s->in_a_row < LONG_RUN &&
		!hd_shared_matters(&s->shared, (unsigned)c->current, &hd_fibers[c->current].op);
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;

	(void)run;
	for (; s->known < hd.nfibers; s->known++) {
		new_thread(s, s->known);
	}
	bool tired = c->current >= 0 && (c->yielding || s->in_a_row >= LONG_RUN);
	if (tired) {
		s->priority[c->current] = 1;
		release_all(s);
	}
	int next = goes_on(s, c) ? c->current : choose_thread(s, c->enabled);
	s->in_a_row = next == s->last && !tired ? s->in_a_row + 1 : 0;
	s->last = next;
	s->priority[next] = 0;
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

void hd_surw_learn(void *state)
{
	struct state *s = state;

	prepare(s);
	hd_shared_learn(&s->shared);
	if (!s->profiled) {
		profile(s);
		s->profiled = true;
	}
}

static void end(void *state, const struct hd_outcome *o)
{
	(void)o;
	hd_surw_learn(state);
}

const struct hd_scheduler hd_scheduler_surw = {
	.name = "surw",
	.paper = "Zhao et al., Selectively Uniform Concurrency Testing, ASPLOS 2025",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_ALL,
	.parks_spinners = true,
	.begin = begin,
	.pick = pick,
	.choose = choose,
	.end = end,
};
