// SPDX-License-Identifier: Apache-2.0
// Random walk. In one execution out of four each enabled thread is equally
// likely at every switch point; in the others threads stay on for two, four or
// eight times as long, because many bugs need few switches and more of them
// would only destroy the pattern. The number of points a thread stays on is
// drawn at once (it is geometric), so that the walk costs one question per
// switch and not one per point.
#include "schedule/random.h"

#define PATIENCE 200

#define RATES 4

// How many of the following points keep the current one of k threads. Of the
// random bits the lower ones are used.
static int64_t stay(struct random_state *s, unsigned k, uint64_t bits)
{
	int64_t n = 0;

	if (k <= 2) {
		n = __builtin_ctzll(bits | 1ull << 31);
	} else {
		while (hd_rng_below(&s->rng, k) == 0) {
			n++;
		}
	}
	return n << s->calm | (int64_t)(bits >> 32 & ((1u << s->calm) - 1));
}

// Threads that have run already, if there are any.
static const uint64_t *started_threads(const uint64_t *enabled, uint64_t *room)
{
	bool any = false;

	for (unsigned w = 0; w < hd.nwords; w++) {
		room[w] = enabled[w];
		for (uint64_t set = enabled[w]; set; set &= set - 1) {
			unsigned i = 64 * w + (unsigned)__builtin_ctzll(set);
			if (hd_fibers[i].op.kind == HD_EV_START) {
				hd_set_remove(room, i);
			}
		}
		any |= room[w] != 0;
	}
	return any ? room : enabled;
}

// New threads wait until no other can run; then all of them may start.
__attribute__((noinline)) static const uint64_t *hold_back(struct random_state *s, const uint64_t *enabled,
	uint64_t *room)
{
	if (hd.nfibers != s->threads) {
		s->threads = hd.nfibers;
		s->patience = PATIENCE;
	}
	if (s->patience == 0) {
		return enabled;
	}
	const uint64_t *set = started_threads(enabled, room);
	s->patience = set == enabled ? 0 : s->patience - 1;
	return set;
}

int hd_random_pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct random_state *s = state;
	uint64_t room[HD_SET_WORDS];
	const uint64_t *set = s->late ? hold_back(s, c->enabled, room) : c->enabled;
	unsigned n = hd_set_count(set);
	// A question means the points the current thread stayed on are used up, or
	// that it yields: another one comes. Unless it went on unasked: then no
	// points were drawn for it, and it is one of those that may come.
	bool stayed = !c->unasked || c->yielding;

	uint64_t bits = hd_rng(&s->rng);
	*run = 1 + stay(s, n, bits);
	if (stayed && n > 1 && c->current_enabled && hd_set_has(set, (unsigned)c->current)) {
		return hd_set_nth_but(set, hd_scale(bits, n - 1), (unsigned)c->current);
	}
	return hd_set_nth(set, hd_scale(bits, n));
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct random_state *s = state;
	s->rng = b->seed;
	s->calm = (unsigned)(hd_rng(&s->rng) % RATES);
	s->late = false;
	s->threads = 0;
	return true;
}

static unsigned choose(void *state, unsigned n)
{
	struct random_state *s = state;
	return hd_rng_below(&s->rng, n);
}

const struct hd_scheduler hd_scheduler_random = {
	.name = "random",
	.state_size = sizeof(struct random_state),
	.points = HD_POINTS_SHARED,
	.begin = begin,
	.pick = hd_random_pick,
	.choose = choose,
};
