// SPDX-License-Identifier: Apache-2.0
#include "strategy/consuite/search.h"

#include "strategy/consuite/fitness.h"

#include <math.h>
#include <string.h>

#define FIRST_SERIES 4       // of an individual in the beginning
#define MOST_GENERATIONS 60  // of an epoch
#define STALE_GENERATIONS 20 // without a better individual: the epoch is over
#define CROSSED_PERCENT 75
#define MIXED_PERCENT 25     // new sequences that are made of two
#define ELITE 2              // individuals that stay as they are
#define CLIMBERS 6           // that are the best one, changed
#define TOURNAMENT 3

// ---- members ----------------------------------------------------------------------------------

void hd_search_init(struct hd_search *s, const struct hd_class *class, struct hd_schedules *schedules,
	struct hd_archive *archive)
{
	s->class = class;
	s->schedules = schedules;
	s->archive = archive;
	s->pool = hd_persist_alloc(HD_SEARCH_POOL * sizeof(*s->pool));
	for (unsigned i = 0; i < HD_SEARCH_POOL; i++) {
		s->free[s->nfree++] = (uint16_t)(HD_SEARCH_POOL - 1 - i);
	}
	s->at_hand = -1;
}

static void release(struct hd_search *s, struct hd_search_suite *suite)
{
	for (unsigned i = 0; i < suite->n; i++) {
		if (--s->pool[suite->members[i]].users == 0) {
			s->free[s->nfree++] = suite->members[i];
		}
	}
	suite->n = 0;
}

// One that has been executed.
static void drop(struct hd_search *s, struct hd_search_suite *suite, unsigned i)
{
	uint16_t member = suite->members[i];

	if (s->pool[member].executed) {
		suite->members[i] = suite->members[--suite->n];
		if (--s->pool[member].users == 0) {
			s->free[s->nfree++] = member;
		}
	}
}

static void use(struct hd_search *s, struct hd_search_suite *suite, uint16_t member)
{
	if (suite->n < HD_SEARCH_SUITE) {
		suite->members[suite->n++] = member;
		s->pool[member].users++;
	}
}

// Room for a new sequence of an individual; NULL: there is none.
static struct hd_series *add(struct hd_search *s, struct hd_search_suite *suite)
{
	if (s->nfree == 0 || suite->n == HD_SEARCH_SUITE) {
		return NULL;
	}
	uint16_t id = s->free[--s->nfree];
	s->pool[id].users = 0;
	s->pool[id].executed = false;
	use(s, suite, id);
	s->waiting[s->nwaiting++] = id;
	return &s->pool[id].series;
}

// The one just added could not be made.
static void take_back(struct hd_search *s, struct hd_search_suite *suite)
{
	s->nwaiting--;
	suite->n--;
	s->free[s->nfree++] = suite->members[suite->n];
}

static void add_drawn(struct hd_search *s, struct hd_search_suite *suite, unsigned most, uint64_t *rng)
{
	struct hd_series *series = add(s, suite);

	if (series && !hd_series_draw(series, s->class, most, rng)) {
		take_back(s, suite);
	}
}

// One that passes something.
static bool add_kept(struct hd_search *s, struct hd_search_suite *suite, uint64_t *rng)
{
	struct hd_series *series = s->archive->n ? add(s, suite) : NULL;

	if (series) {
		*series = s->archive->series[hd_rng_below(rng, s->archive->n)];
	}
	return series;
}

// ---- breeding ------------------------------------------------------------------------------

static bool change(struct hd_search *s, struct hd_series *series, unsigned most, uint64_t *rng)
{
	const struct hd_series_seeds seeds = {
		.integers = hd_schedules_integers.values,
		.nintegers = hd_schedules_integers.n,
		.floats = hd_schedules_floats.values,
		.nfloats = hd_schedules_floats.n,
	};

	switch (hd_rng_below(rng, 6)) {
	case 0:
		return hd_series_insert(series, s->class, most, rng);
	case 1:
		return hd_series_remove(series, rng);
	case 2:
		return hd_series_change_call(series, s->class, rng);
	default:
		return hd_series_change_value(series, &seeds, rng);
	}
}

// A sequence made of another: changed once or more, or its end replaced by that of a third.
static bool make_variant(struct hd_search *s, struct hd_series *out, const struct hd_search_suite *from,
	const struct hd_series *old, unsigned most, uint64_t *rng)
{
	const struct hd_series *other = &s->pool[from->members[hd_rng_below(rng, from->n)]].series;

	if (hd_rng_below(rng, 100) < MIXED_PERCENT) {
		return hd_series_cross(out, old, other, most, rng);
	}
	*out = *old;
	bool changed = change(s, out, most, rng);
	while (hd_rng_below(rng, 3) == 0) {
		changed |= change(s, out, most, rng);
	}
	return changed;
}

// On average one of its sequences is replaced by a variant, which becomes another member.
static void mutate(struct hd_search *s, struct hd_search_suite *suite, unsigned most, uint64_t *rng)
{
	unsigned n = suite->n;

	for (unsigned i = 0; i < n && i < suite->n; i++) {
		if (hd_rng_below(rng, n) != 0) {
			continue;
		}
		if (suite->n == HD_SEARCH_SUITE) {
			drop(s, suite, hd_rng_below(rng, n));
		}
		struct hd_series *series = add(s, suite);
		if (!series) {
			break;
		}
		if (!make_variant(s, series, suite, &s->pool[suite->members[i]].series, most, rng)) {
			take_back(s, suite);
		}
	}
	if (hd_rng_below(rng, 8) == 0) {
		add_drawn(s, suite, most, rng);
	}
}

static const struct hd_search_suite *select(const struct hd_search *s, uint64_t *rng)
{
	const struct hd_search_suite *best = &s->suites[hd_rng_below(rng, HD_SEARCH_SUITES)];

	for (unsigned i = 1; i < TOURNAMENT; i++) {
		const struct hd_search_suite *other = &s->suites[hd_rng_below(rng, HD_SEARCH_SUITES)];
		best = other->fitness < best->fitness ? other : best;
	}
	return best;
}

// The first part of one and the second of the other, cut at the same share of each.
static void cross(struct hd_search *s, const struct hd_search_suite *a, const struct hd_search_suite *b,
	struct hd_search_suite *out, uint64_t *rng)
{
	unsigned share = hd_rng_below(rng, 101);
	unsigned keep = a->n * share / 100, from = b->n * share / 100;

	for (unsigned i = 0; i < keep; i++) {
		use(s, out, a->members[i]);
	}
	for (unsigned i = from; i < b->n; i++) {
		use(s, out, b->members[i]);
	}
}

static void copy(struct hd_search *s, const struct hd_search_suite *from, struct hd_search_suite *to)
{
	for (unsigned i = 0; i < from->n; i++) {
		use(s, to, from->members[i]);
	}
}

// Sequences that are the best at none of the goals are of no use to an individual.
static void shorten(struct hd_search *s, struct hd_search_suite *suite)
{
	bool needed[HD_SEARCH_SUITE] = {0};

	for (unsigned t = 0; t < s->ntargets && suite->n > 0; t++) {
		unsigned best = 0;
		for (unsigned i = 1; i < suite->n; i++) {
			if (s->pool[suite->members[i]].fitness[t] < s->pool[suite->members[best]].fitness[t]) {
				best = i;
			}
		}
		needed[best] = true;
	}
	struct hd_search_suite all = *suite;
	suite->n = 0;
	for (unsigned i = 0; i < all.n; i++) {
		if (needed[i] || (i == 0 && all.n == 1)) {
			use(s, suite, all.members[i]);
		}
	}
	release(s, &all);
}

static int by_fitness(const void *a, const void *b)
{
	double x = ((const struct hd_search_suite *)a)->fitness, y = ((const struct hd_search_suite *)b)->fitness;
	return (x > y) - (x < y);
}

// Small, and stable: equal individuals stay in their order.
static void sort(struct hd_search_suite *suites)
{
	for (unsigned i = 1; i < HD_SEARCH_SUITES; i++) {
		struct hd_search_suite x = suites[i];
		unsigned k = i;
		for (; k > 0 && by_fitness(&x, &suites[k - 1]) < 0; k--) {
			suites[k] = suites[k - 1];
		}
		suites[k] = x;
	}
}

static void breed(struct hd_search *s, unsigned most, uint64_t *rng)
{
	memset(s->bred, 0, sizeof(s->bred));
	for (unsigned i = 0; i < HD_SEARCH_SUITES; i++) {
		if (i < ELITE) {
			copy(s, &s->suites[i], &s->bred[i]);
			continue;
		}
		const struct hd_search_suite *a = select(s, rng), *b = select(s, rng);
		if (i < ELITE + CLIMBERS) {
			copy(s, &s->suites[0], &s->bred[i]);
		} else if (hd_rng_below(rng, 100) < CROSSED_PERCENT) {
			cross(s, a, b, &s->bred[i], rng);
		} else {
			copy(s, a, &s->bred[i]);
		}
		if (s->bred[i].n == 0) {
			add_drawn(s, &s->bred[i], most, rng);
		}
		mutate(s, &s->bred[i], most, rng);
	}
	for (unsigned i = 0; i < HD_SEARCH_SUITES; i++) {
		release(s, &s->suites[i]);
		s->suites[i] = s->bred[i];
	}
	s->generation++;
}

// ---- fitness ---------------------------------------------------------------------------------

static double fitness_of(const struct hd_search *s, const struct hd_search_suite *suite)
{
	double sum = 0;

	for (unsigned t = 0; t < s->ntargets; t++) {
		double least = s->targets[t].n;
		for (unsigned i = 0; i < suite->n; i++) {
			double here = s->pool[suite->members[i]].fitness[t];
			least = here < least ? here : least;
		}
		sum += least;
	}
	return sum;
}

// After all members have been executed.
static void rate(struct hd_search *s)
{
	for (unsigned i = 0; i < HD_SEARCH_SUITES; i++) {
		shorten(s, &s->suites[i]);
		s->suites[i].fitness = fitness_of(s, &s->suites[i]);
	}
	sort(s->suites);
	s->stale = s->suites[0].fitness < s->best ? 0 : s->stale + 1;
	s->first = s->generation == 0 ? s->suites[0].fitness : s->first;
	s->best = s->suites[0].fitness < s->best ? s->suites[0].fitness : s->best;
}

bool hd_search_was_in_vain(const struct hd_search *s)
{
	return s->found == 0 && s->best >= s->first;
}

static void forget_fitness(struct hd_search_member *m, unsigned ntargets)
{
	for (unsigned t = 0; t < ntargets; t++) {
		m->fitness[t] = HD_SPACE_LENGTH;
	}
}

// Distances of the execution at hand: each is found when it is first asked for.
static struct {
	uint32_t execution;
	double distance;
} known[UINT16_MAX];
static uint32_t execution;

static double distance(unsigned point)
{
	if (known[point].execution != execution) {
		known[point].execution = execution;
		known[point].distance = hd_schedules_distance(point);
	}
	return known[point].distance;
}

void hd_search_learn(struct hd_search *s, const struct hd_schedules_trace *t, bool survived)
{
	if (s->at_hand < 0) {
		return;
	}
	struct hd_search_member *m = &s->pool[s->at_hand];
	s->at_hand = -1;
	if (!survived) {
		return; // its fitness stays as bad as can be
	}
	execution++;
	for (unsigned i = 0; i < s->ntargets; i++) {
		m->fitness[i] = hd_fitness_of_part(&s->targets[i], t, distance);
	}
	s->found += hd_archive_add(s->archive, &m->series, s->schedules, t);
}

// ---- epochs ---------------------------------------------------------------------------------------

static void draw_targets(struct hd_search *s, uint64_t *rng)
{
	uint64_t n = hd_space_part_indexes(&s->schedules->space), seen = 0;

	s->ntargets = 0;
	for (uint64_t i = 0; i < n; i++) {
		if (!hd_bit(s->schedules->wanted_parts, i) || hd_archive_count(s->archive, i) > 0) {
			continue;
		}
		seen++;
		uint64_t k = s->ntargets < HD_SEARCH_TARGETS ? s->ntargets++ : hd_rng(rng) % seen;
		if (k < HD_SEARCH_TARGETS) {
			hd_space_part_at(&s->schedules->space, i, &s->targets[k]);
		}
	}
}

static void restart(struct hd_search *s)
{
	// All members are executed again: they are rated by other goals.
	s->nwaiting = 0;
	for (unsigned i = 0; i < HD_SEARCH_POOL; i++) {
		if (s->pool[i].users > 0) {
			s->pool[i].executed = false;
			s->waiting[s->nwaiting++] = (uint16_t)i;
		}
	}
	s->generation = s->stale = s->found = 0;
	s->best = INFINITY;
}

// Of the last epoch's individuals the better half goes on.
static void refill(struct hd_search *s, unsigned most, uint64_t *rng)
{
	for (unsigned i = s->begun ? HD_SEARCH_SUITES / 2 : 0; i < HD_SEARCH_SUITES; i++) {
		release(s, &s->suites[i]);
		for (unsigned k = 0; k < FIRST_SERIES; k++) {
			if (k % 2 == 0 || !add_kept(s, &s->suites[i], rng)) {
				add_drawn(s, &s->suites[i], most, rng);
			}
		}
	}
	s->begun = true;
}

bool hd_search_begin_epoch(struct hd_search *s, uint64_t *rng)
{
	draw_targets(s, rng);
	s->nwaiting = 0;
	s->generation = UINT32_MAX; // nothing has been made yet
	return s->ntargets > 0;
}

bool hd_search_ends_generation(const struct hd_search *s)
{
	return s->generation != UINT32_MAX && s->nwaiting == 0;
}

static bool is_over(const struct hd_search *s)
{
	return s->best == 0 || s->stale >= STALE_GENERATIONS || s->generation >= MOST_GENERATIONS;
}

const struct hd_series *hd_search_next(struct hd_search *s, uint64_t *rng, unsigned most)
{
	if (s->generation == UINT32_MAX) {
		refill(s, most, rng);
		restart(s);
	}
	// A generation may have nothing new in it.
	for (unsigned tries = 0; s->nwaiting == 0 && tries < MOST_GENERATIONS; tries++) {
		rate(s);
		if (is_over(s)) {
			return NULL;
		}
		breed(s, most, rng);
	}
	if (s->nwaiting == 0) {
		return NULL;
	}
	s->at_hand = s->waiting[--s->nwaiting];
	struct hd_search_member *m = &s->pool[s->at_hand];
	m->executed = true;
	forget_fitness(m, s->ntargets); // until it is known to be better
	return &m->series;
}
