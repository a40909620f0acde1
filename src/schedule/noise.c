// SPDX-License-Identifier: Apache-2.0
// The random testing that TSA was compared with: the program runs as on a real
// machine, with a yield or a random delay thrown in before some accesses to
// shared memory and some synchronization operations.
//
// The machine is simulated on virtual time: each thread has a clock and a core
// of its own, and the thread with the earliest clock goes next. Creating a thread
// takes CREATE, it begins START after the call: undisturbed threads begin in the
// order of creation, more or less. A yield puts a thread behind all others that
// could run then; a delay adds to its clock. Locks are those of glibc: one that is
// given back is free for whoever comes first, and wakes the first of those who
// wait for it. That one comes WAKE later, and goes to the end of the queue if it
// comes too late.
//
// Of six such machines this is the nearest to real threads by a criterion that
// was written down beforehand and does not look at tsa: docs/tsa-baselines.md.
// The times are medians on Linux.
#include "metric/metric.h"
#include "schedule/tsa/watch.h"

#define STEP 30u // nanoseconds
#define CREATE 12000u
#define START 6500u
#define WAKE 4000u
#define MILLISECOND 1000000u
#define PROBABILITIES 5 // 0.1 to 0.5 in turn, unless one is given
#define ASLEEP UINT64_MAX // a clock: until it is woken

struct state {
	struct hd_tsa_watch watch;
	uint64_t rng;
	uint32_t longest;     // delay in nanoseconds, 0: yields
	uint32_t probability; // of a disturbance, in thousandths
	uint64_t now;         // when the last step was over
	uint64_t enabled[HD_SET_WORDS];  // at the last question
	uint64_t clock[HD_MAX_FIBERS];   // when it goes on, at the earliest; 0: not begun
	uint64_t arrival[HD_MAX_FIBERS]; // when it came to where it is
	bool woken[HD_MAX_FIBERS];       // on its way to a lock that it waited for
};

static bool begin_with(struct state *s, const struct hd_begin *b, uint32_t longest)
{
	if (!hd_tsa_watch_begin(&s->watch, b)) {
		return false;
	}
	s->rng = b->seed;
	s->longest = longest;
	s->probability = b->config->probability;
	if (s->probability == 0) {
		s->probability = 100 * (1 + (uint32_t)(b->execution % PROBABILITIES));
	}
	s->now = 1;
	for (unsigned i = 0; i < HD_MAX_FIBERS; i++) {
		s->clock[i] = 0;
		s->woken[i] = false;
	}
	for (unsigned w = 0; w < HD_SET_WORDS; w++) {
		s->enabled[w] = 0;
	}
	return true;
}

static bool begin_yields(void *state, const struct hd_begin *b)
{
	return begin_with(state, b, 0);
}

static bool begin_10(void *state, const struct hd_begin *b)
{
	return begin_with(state, b, 10 * MILLISECOND);
}

static bool begin_100(void *state, const struct hd_begin *b)
{
	return begin_with(state, b, 100 * MILLISECOND);
}

// From half of what it is to one and a half.
static uint64_t vary(struct state *s, uint32_t time)
{
	return time / 2 + hd_rng_below(&s->rng, time);
}

static uint64_t time_after_all(const struct state *s, const uint64_t *enabled)
{
	uint64_t last = 0;

	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = enabled[w]; set; set &= set - 1) {
			uint64_t clock = s->clock[64 * w + (unsigned)__builtin_ctzll(set)];
			last = clock > last && clock != ASLEEP ? clock : last;
		}
	}
	return last + 1;
}

// The current thread has made a step; it may be disturbed before its next one.
static void advance(struct state *s, const struct hd_choice *c)
{
	uint64_t *clock = &s->clock[c->current];
	bool disturbed = hd_rng_below(&s->rng, 1000) < s->probability;

	*clock += vary(s, STEP);
	s->now = *clock;
	if (c->yielding || (disturbed && s->longest == 0)) {
		*clock = time_after_all(s, c->enabled);
	} else if (disturbed) {
		*clock += hd_rng_below(&s->rng, s->longest);
	}
	s->arrival[c->current] = *clock;
	s->woken[c->current] = false;
}

// ---- which threads can run ---------------------------------------------------------------

static void start(struct state *s, unsigned thread, int creator)
{
	s->clock[thread] = s->now;
	if (creator >= 0) {
		s->clock[thread] += vary(s, START);
		s->clock[creator] += vary(s, CREATE);
	}
	s->arrival[thread] = s->clock[thread];
}

// Readers are all woken together and need no queue.
static bool is_in_queue(const struct state *s, unsigned thread)
{
	enum hd_event_kind kind = hd_fibers[thread].op.kind;
	return s->clock[thread] != 0 && (kind == HD_EV_LOCK || kind == HD_EV_COND_WAKE);
}

// Whether a thread that waits for a lock sleeps, now that the lock is free. If not,
// it is on its way there, woken or for the first time.
static bool sleeps(struct state *s, unsigned thread)
{
	if (s->woken[thread] && s->clock[thread] <= s->now) { // came while it was taken again
		s->arrival[thread] = s->clock[thread];
		s->woken[thread] = false;
	}
	return !s->woken[thread] && (s->clock[thread] <= s->now || s->clock[thread] == ASLEEP);
}

// Threads of `set` can have a lock again: the first that sleeps is woken, unless one
// has been woken before and is on its way.
static void wake_one(struct state *s, const uint64_t *set, uintptr_t lock)
{
	int first = -1;
	bool woken = false;

	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t bits = set[w]; bits; bits &= bits - 1) {
			unsigned i = 64 * w + (unsigned)__builtin_ctzll(bits);
			if (!is_in_queue(s, i) || hd_fibers[i].op.object != lock) {
				continue;
			}
			if (sleeps(s, i)) {
				s->clock[i] = ASLEEP;
				first = first < 0 || s->arrival[i] < s->arrival[first] ? (int)i : first;
			}
			woken |= s->woken[i];
		}
	}
	if (first >= 0 && !woken) {
		s->woken[first] = true;
		s->clock[first] = s->now + vary(s, WAKE);
	}
}

// Threads start, or become runnable again.
static void admit(struct state *s, const struct hd_choice *c)
{
	uint64_t set[HD_SET_WORDS] = {0};

	for (unsigned w = 0; w < hd.nwords; w++) {
		set[w] = c->enabled[w] & ~s->enabled[w];
		s->enabled[w] = c->enabled[w];
	}
	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t bits = set[w]; bits; bits &= bits - 1) {
			unsigned i = 64 * w + (unsigned)__builtin_ctzll(bits);
			if (s->clock[i] == 0) {
				start(s, i, c->current);
			} else if (is_in_queue(s, i)) {
				wake_one(s, set, hd_fibers[i].op.object);
			} else if (s->clock[i] < s->now) {
				s->clock[i] = s->now + vary(s, WAKE);
			}
		}
	}
}

static bool is_earlier(const struct state *s, int a, int b)
{
	return s->clock[a] < s->clock[b] || (s->clock[a] == s->clock[b] && s->arrival[a] < s->arrival[b]);
}

static int pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	int next = -1;

	(void)run;
	if (c->current >= 0) {
		advance(s, c);
	}
	admit(s, c);
	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = c->enabled[w]; set; set &= set - 1) {
			int i = (int)(64 * w) + __builtin_ctzll(set);
			if (next < 0 || is_earlier(s, i, next)) {
				next = i;
			}
		}
	}
	if (s->clock[next] == ASLEEP) { // the thread that was woken gave up
		s->clock[next] = s->now;
	}
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

static void end(void *state, const struct hd_outcome *o)
{
	(void)o;
	hd_tsa_watch_end(&((struct state *)state)->watch);
}

#define NOISE(text, start)                                                                         \
	{                                                                                              \
		.name = text, .paper = "Edelstein et al., Framework for Testing Multi-threaded Java Programs, 2003", \
		.state_size = sizeof(struct state), .points = HD_POINTS_SHARED, .asked_always = true,      \
		.stops = "saturated", .begin = start, .pick = pick, .choose = choose, .end = end,          \
		.metrics = {&hd_metric_sync_pairs},                                                        \
	}

const struct hd_scheduler hd_scheduler_rnd_y = NOISE("rnd-y", begin_yields);
const struct hd_scheduler hd_scheduler_rnd_s10 = NOISE("rnd-s10", begin_10);
const struct hd_scheduler hd_scheduler_rnd_s100 = NOISE("rnd-s100", begin_100);
