// SPDX-License-Identifier: Apache-2.0
// The random testing that TSA was compared with: the program runs as on a real
// machine, with a yield or a random delay thrown in before some accesses to
// shared memory and some synchronization operations.
//
// The machine is simulated on virtual time: each thread has a clock and a core
// of its own, and the thread with the earliest clock goes next. Every step takes
// about STEP; creating a thread takes CREATE, and it begins START after the call
// (medians of pthread_create on Linux), so that undisturbed threads begin in the
// order of creation, more or less. Whoever waited for a lock gets it in order of
// arrival. A yield puts a thread behind all others that could run then; a delay
// adds to its clock.
#include "strategy/tsa/watch.h"

#include <stdlib.h>
#include <string.h>

#define STEP 30u // nanoseconds
#define CREATE 12000u
#define START 6500u
#define WAKE 4000u
#define YIELD 230u
#define MILLISECOND 1000000u
#define PROBABILITIES 5 // 0.1 to 0.5 in turn, unless one is given
#define ASLEEP (UINT64_MAX / 2)

enum hand_over { ARRIVAL, RANDOM, BARGING };

struct state {
	struct hd_tsa_watch watch; // first
	uint64_t rng;
	uint32_t longest;     // delay in nanoseconds, 0: yields
	uint32_t probability; // of a disturbance, in thousandths
	enum hand_over hand_over;
	uint32_t step, create, start;
	unsigned ncores;
	uint64_t now;         // when the last step was over
	uint64_t enabled[HD_SET_WORDS];  // at the last question
	uint64_t clock[HD_MAX_FIBERS];   // when it goes on, at the earliest; 0: not begun
	uint64_t arrival[HD_MAX_FIBERS]; // when it came to where it is
	bool woken[HD_MAX_FIBERS];       // on its way to a lock that it waited for
	uint64_t free_at[HD_MAX_FIBERS]; // of cores
	int core[HD_MAX_FIBERS];         // of threads, -1: none
};

static uint32_t setting(const char *name, uint32_t otherwise)
{
	const char *value = getenv(name);
	return value ? (uint32_t)atoi(value) : otherwise;
}

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
	s->hand_over = setting("HAND_OVER", ARRIVAL);
	s->ncores = setting("CORES", HD_MAX_FIBERS);
	s->step = setting("STEP", STEP);
	s->create = setting("CREATE", CREATE);
	s->start = setting("START", START);
	s->now = 1;
	for (unsigned i = 0; i < HD_MAX_FIBERS; i++) {
		s->clock[i] = 0;
		s->woken[i] = false;
		s->core[i] = -1;
		s->free_at[i] = 1;
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
static uint64_t about(struct state *s, uint32_t time)
{
	return time / 2 + hd_rng_below(&s->rng, time);
}

static void leave_core(struct state *s, unsigned thread)
{
	if (s->core[thread] >= 0) {
		s->free_at[s->core[thread]] = s->now;
		s->core[thread] = -1;
	}
}

static uint64_t behind_all(const struct state *s, const uint64_t *enabled)
{
	uint64_t last = 0;

	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = enabled[w]; set; set &= set - 1) {
			uint64_t clock = s->clock[64 * w + (unsigned)__builtin_ctzll(set)];
			last = clock > last && clock < ASLEEP ? clock : last;
		}
	}
	return last + 1;
}

// The current thread has made a step; it may be disturbed before its next one.
static void advance(struct state *s, const struct hd_choice *c)
{
	unsigned i = (unsigned)c->current;
	uint64_t *clock = &s->clock[i];
	bool disturbed = hd_rng_below(&s->rng, 1000) < s->probability;

	*clock += about(s, s->step);
	s->now = *clock;
	if (c->yielding || (disturbed && s->longest == 0)) {
		leave_core(s, i);
		if (s->ncores == HD_MAX_FIBERS && setting("YIELDS", 0) == 0) {
			*clock = behind_all(s, c->enabled);
		} else {
			*clock += YIELD;
		}
	} else if (disturbed) {
		leave_core(s, i);
		*clock += hd_rng_below(&s->rng, s->longest);
	}
	s->arrival[i] = *clock;
	s->woken[i] = false;
}

static void start(struct state *s, unsigned thread, int creator)
{
	s->clock[thread] = s->now;
	if (creator >= 0) {
		s->clock[thread] += about(s, s->start);
		s->clock[creator] += about(s, s->create);
	}
	s->arrival[thread] = s->clock[thread];
}

static bool waits_for_lock(unsigned i)
{
	enum hd_event_kind kind = hd_fibers[i].op.kind;
	return kind == HD_EV_LOCK || kind == HD_EV_RDLOCK || kind == HD_EV_COND_WAKE;
}

// A lock is free: the first in its queue is woken, unless one is on its way.
static void wake(struct state *s, const uint64_t *enabled, const uint64_t *before, unsigned one)
{
	int first = -1;
	bool on_its_way = false;

	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = enabled[w] & ~before[w]; set; set &= set - 1) {
			unsigned i = 64 * w + (unsigned)__builtin_ctzll(set);
			if (hd_fibers[i].op.object != hd_fibers[one].op.object || !waits_for_lock(i) || s->clock[i] == 0) {
				continue;
			}
			if (s->woken[i] && s->clock[i] <= s->now) { // came too late
				s->arrival[i] = s->clock[i];
				s->woken[i] = false;
			}
			if (s->woken[i]) {
				on_its_way = true;
			} else if (s->clock[i] <= s->now || s->clock[i] == ASLEEP) {
				s->clock[i] = ASLEEP;
				if (first < 0 || s->arrival[i] < s->arrival[first]) {
					first = (int)i;
				}
			}
		}
	}
	if (first >= 0 && !on_its_way) {
		s->woken[first] = true;
		s->clock[first] = s->now + about(s, WAKE);
	}
}

// Threads that begin, or that can go on again, do so now at the earliest.
static void admit(struct state *s, const struct hd_choice *c)
{
	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = c->enabled[w] & ~s->enabled[w]; set; set &= set - 1) {
			unsigned i = 64 * w + (unsigned)__builtin_ctzll(set);
			if (s->clock[i] == 0) {
				start(s, i, c->current);
			} else if (s->hand_over == BARGING && waits_for_lock(i) && (int)i != c->current) {
				wake(s, c->enabled, s->enabled, i);
			} else if (s->clock[i] < s->now) {
				s->clock[i] = s->now + (s->hand_over == BARGING ? about(s, WAKE) : 0);
				if (s->hand_over == RANDOM) {
					s->arrival[i] = hd_rng(&s->rng) >> 8;
				}
			}
		}
	}
	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = s->enabled[w] & ~c->enabled[w]; set; set &= set - 1) {
			leave_core(s, 64 * w + (unsigned)__builtin_ctzll(set));
		}
		s->enabled[w] = c->enabled[w];
	}
}

static int first_core(const struct state *s)
{
	int first = 0;

	for (unsigned i = 1; i < s->ncores; i++) {
		first = s->free_at[i] < s->free_at[first] ? (int)i : first;
	}
	return first;
}

static uint64_t time_of(const struct state *s, int i, uint64_t core_free)
{
	return s->core[i] >= 0 || s->clock[i] > core_free ? s->clock[i] : core_free;
}

static bool is_earlier(const struct state *s, int a, int b, uint64_t core_free)
{
	uint64_t x = time_of(s, a, core_free), y = time_of(s, b, core_free);
	if (x != y) {
		return x < y;
	}
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
	int core = s->ncores == HD_MAX_FIBERS ? 0 : first_core(s);
	uint64_t core_free = s->ncores == HD_MAX_FIBERS ? 0 : s->free_at[core];
	for (unsigned w = 0; w < hd.nwords; w++) {
		for (uint64_t set = c->enabled[w]; set; set &= set - 1) {
			int i = (int)(64 * w) + __builtin_ctzll(set);
			if (next < 0 || is_earlier(s, i, next, core_free)) {
				next = i;
			}
		}
	}
	if (s->ncores < HD_MAX_FIBERS && s->core[next] < 0) {
		s->clock[next] = time_of(s, next, core_free);
		s->core[next] = core;
		s->free_at[core] = UINT64_MAX;
	}
	if (s->clock[next] == ASLEEP) {
		s->clock[next] = s->now;
	}
	return next;
}

static unsigned choose(void *state, unsigned n)
{
	return hd_rng_below(&((struct state *)state)->rng, n);
}

static void synced(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	hd_tsa_watch_synced(&((struct state *)state)->watch, kind, object, site);
}

static void end(void *state, const struct hd_outcome *o)
{
	hd_tsa_watch_end(&((struct state *)state)->watch, o);
}

static const struct hd_sync_pairs *sync_pairs(const void *state)
{
	return &((const struct state *)state)->watch.pairs;
}

#define NOISE(text, start)                                                                         \
	{                                                                                              \
		.name = text, .paper = "Edelstein et al., Framework for Testing Multi-threaded Java Programs, 2003", \
		.state_size = sizeof(struct state), .points = HD_POINTS_SHARED, .asked_always = true,      \
		.stops = "saturated", .begin = start, .pick = pick, .choose = choose, .end = end,          \
		.synced = synced, .sync_pairs = sync_pairs,                                                \
	}

const struct hd_schedule hd_schedule_rnd_y = NOISE("rnd-y", begin_yields);
const struct hd_schedule hd_schedule_rnd_s10 = NOISE("rnd-s10", begin_10);
const struct hd_schedule hd_schedule_rnd_s100 = NOISE("rnd-s100", begin_100);
