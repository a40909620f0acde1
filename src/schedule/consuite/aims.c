// SPDX-License-Identifier: Apache-2.0
#include "schedule/consuite/aims.h"

#include "runtime/rng.h"

#include <string.h>

// ---- what threads passed -------------------------------------------------------------------

// Which of the distinct points it is; ndistinct: none of them.
static unsigned find(const struct hd_aims_line *l, uint16_t point)
{
	unsigned i = 0;

	while (i < l->ndistinct && l->points[l->first[i]] != point) {
		i++;
	}
	return i;
}

static void append(struct hd_aims_line *l, uint16_t point)
{
	if (l->n == HD_AIMS_LINE) {
		return;
	}
	unsigned at = l->n++, i = find(l, point);
	l->points[at] = point;
	l->again[at] = 0;
	if (i == l->ndistinct) {
		l->first[l->ndistinct++] = (uint16_t)at;
		l->set[point / 64] |= 1ull << (point % 64);
		return;
	}
	unsigned last = l->first[i];
	while (l->again[last]) {
		last = l->again[last];
	}
	l->again[last] = (uint16_t)at;
}

void hd_aims_begin(struct hd_aims *a, const struct hd_schedules_trace *t, unsigned nthreads)
{
	a->nthreads = nthreads < HD_AIMS_THREADS ? nthreads : HD_AIMS_THREADS;
	a->begun = false;
	for (unsigned i = 0; i < a->nthreads; i++) {
		struct hd_aims_line *l = &a->lines[i];
		for (unsigned k = 0; k < l->ndistinct; k++) {
			l->set[l->points[l->first[k]] / 64] = 0;
		}
		l->n = l->ndistinct = 0;
	}
	for (unsigned i = 0; i < t->n; i++) {
		if (t->events[i].thread < a->nthreads) {
			append(&a->lines[t->events[i].thread], t->events[i].point);
		}
	}
}

// ---- all steps but the last ------------------------------------------------------------------

// Where a thread passes its chosen point after its last step so far; false: not any more.
static bool place(struct hd_aims *a, unsigned depth)
{
	const struct hd_aims_line *l = &a->lines[a->at.thread[depth]];
	unsigned at = l->first[a->at.choice[depth]];

	for (unsigned d = depth; d-- > 0;) {
		if (a->at.thread[d] == a->at.thread[depth]) {
			while (at <= a->at.place[d]) {
				at = l->again[at];
				if (at == 0) {
					return false;
				}
			}
			break;
		}
	}
	a->at.place[depth] = (uint16_t)at;
	return true;
}

static void start(struct hd_aims *a, unsigned depth, uint16_t choice)
{
	for (unsigned t = 0; t < a->nthreads; t++) {
		a->stops[depth][t].known = false;
	}
	a->depth = depth;
	a->at.thread[depth] = 0;
	a->at.choice[depth] = choice;
}

// The next choice at the current depth; false: there is none.
static bool advance(struct hd_aims *a)
{
	unsigned d = a->depth;

	a->at.choice[d]++;
	while (a->at.thread[d] < a->nthreads && a->at.choice[d] >= a->lines[a->at.thread[d]].ndistinct) {
		a->at.thread[d]++;
		a->at.choice[d] = 0;
	}
	return a->at.thread[d] < a->nthreads;
}

static bool is_stopped(const struct hd_aims *a, unsigned depth)
{
	const struct hd_aims_line *l = &a->lines[a->at.thread[depth]];
	const struct hd_aims_stop *stop = &a->stops[depth][a->at.thread[depth]];
	unsigned point = l->points[l->first[a->at.choice[depth]]];

	return stop->known && !hd_bit(stop->passed, point);
}

static void describe(const struct hd_aims *a, unsigned n, struct hd_steps *out)
{
	for (unsigned d = 0; d < n; d++) {
		const struct hd_aims_line *l = &a->lines[a->at.thread[d]];
		out->threads[d] = a->at.thread[d];
		out->points[d] = l->points[l->first[a->at.choice[d]]];
	}
}

// ---- the last step: many points at once -------------------------------------------------------

// What the last step's point must be: of a word of points.
struct allowed {
	const struct hd_space *space;
	const uint64_t *reached; // from its thread's last step; NULL: this is its first
	const uint64_t *vars[HD_SPACE_LENGTH]; // of one of these variables
	unsigned nvars; // 0: of any
};

static void find_allowed(const struct hd_space *s, const struct hd_steps *steps, struct allowed *out)
{
	unsigned last = s->length - 1;

	*out = (struct allowed){.space = s};
	for (unsigned d = 0; d < last; d++) {
		const uint64_t *var = &s->of_var[(size_t)s->var_of[steps->points[d]] * s->row_words];
		unsigned k = 0;
		while (k < out->nvars && out->vars[k] != var) {
			k++;
		}
		out->vars[k] = var;
		out->nvars += k == out->nvars;
		if (steps->threads[d] == steps->threads[last]) {
			out->reached = &s->reach[(size_t)steps->points[d] * s->row_words];
		}
	}
	out->nvars = out->nvars < s->variables ? 0 : out->nvars;
}

static uint64_t allowed_word(const struct allowed *a, unsigned w)
{
	uint64_t word = a->nvars ? 0 : ~0ull;

	for (unsigned k = 0; k < a->nvars; k++) {
		word |= a->vars[k][w];
	}
	return a->reached ? word & a->reached[w] : word;
}

static bool is_one_thread(const struct hd_steps *steps, unsigned n)
{
	for (unsigned d = 1; d < n; d++) {
		if (steps->threads[d] != steps->threads[0]) {
			return false;
		}
	}
	return true;
}

// The next point of the thread that makes a goal which is wanted; false: none.
static bool next_last_point(struct hd_aims *a, const struct hd_schedules *s, struct hd_steps *out)
{
	unsigned last = s->space.length - 1;
	struct hd_aims_line *l = &a->lines[a->at.thread[last]];
	struct hd_steps normal;
	struct allowed allowed;

	out->threads[last] = a->at.thread[last];
	if (is_one_thread(out, last + 1)) {
		return false;
	}
	normal = *out;
	hd_space_normalise(&s->space, &normal);
	uint64_t row = hd_space_row(&s->space, &normal);
	find_allowed(&s->space, out, &allowed);
	for (unsigned point = a->at.choice[last]; point < s->space.npoints; point = (point | 63) + 1) {
		uint64_t bits = l->set[point / 64] & allowed_word(&allowed, point / 64) &
			hd_schedules_wanted_word(s, row / 64 + point / 64) & ~0ull << (point % 64);
		for (; bits; bits &= bits - 1) {
			unsigned found = point / 64 * 64 + (unsigned)__builtin_ctzll(bits);
			a->at.choice[last] = (uint16_t)find(l, (uint16_t)found);
			if (!is_stopped(a, last) && place(a, last)) {
				out->points[last] = (uint16_t)found;
				a->at.choice[last] = (uint16_t)(found + 1);
				return true;
			}
		}
	}
	return false;
}

// Of whichever thread.
static bool next_last_step(struct hd_aims *a, const struct hd_schedules *s, struct hd_steps *out)
{
	unsigned last = s->space.length - 1;

	describe(a, last, out);
	for (; a->at.thread[last] < a->nthreads; a->at.thread[last]++, a->at.choice[last] = 0) {
		if (next_last_point(a, s, out)) {
			return true;
		}
	}
	return false;
}

// ---- the search ----------------------------------------------------------------------------

static void cover_tuple(struct hd_schedules *s, const struct hd_steps *steps)
{
	struct hd_steps normal = *steps;

	hd_space_normalise(&s->space, &normal);
	hd_schedules_cover_tuple(s, &normal);
}

bool hd_aims_next(struct hd_aims *a, struct hd_schedules *s, struct hd_steps *out)
{
	unsigned last = s->space.length - 1;

	if (!a->begun) {
		a->begun = true;
		start(a, 0, UINT16_MAX); // before the first
	}
	for (;;) {
		if (a->depth == last) {
			if (next_last_step(a, s, out)) {
				cover_tuple(s, out); // the threads passed their parts one after the other
				return true;
			}
			a->depth--;
		}
		if (!advance(a)) {
			if (a->depth == 0) {
				a->at.choice[0] = UINT16_MAX - 1; // and so it stays
				return false;
			}
			a->depth--;
			continue;
		}
		describe(a, a->depth + 1, out);
		if (!is_stopped(a, a->depth) && place(a, a->depth) &&
			hd_space_may_begin(&s->space, out, a->depth + 1)) {
			start(a, a->depth + 1, a->depth + 1 == last ? 0 : UINT16_MAX);
		}
	}
}

// ---- goals that begin as one that failed ---------------------------------------------------

struct failure {
	struct hd_schedules *schedules;
	uint64_t goal; // that was tried: it has been counted
	unsigned step;
	bool forbidden;
};

static void fail(const struct failure *f, const struct hd_steps *steps)
{
	struct hd_schedules *s = f->schedules;
	struct hd_steps normal = *steps;

	hd_space_normalise(&s->space, &normal);
	uint64_t i = hd_space_index(&s->space, &normal);
	if (!hd_schedules_wants(s, i)) {
		return;
	}
	hd_schedules_cover_tuple(s, &normal);
	if (f->forbidden) {
		hd_schedules_forbid(s, &normal);
	} else if (i != f->goal) {
		hd_schedules_note_try(s, &normal);
	}
}

// All that the steps before `depth` can go on with.
static void fail_from(struct hd_aims *a, const struct failure *f, unsigned depth, struct hd_steps *steps)
{
	const struct hd_space *space = &f->schedules->space;
	bool stopped_here = depth == f->step;

	if (depth == space->length) {
		if (!is_one_thread(steps, depth)) {
			fail(f, steps);
		}
		return;
	}
	uint8_t first = stopped_here ? a->at.thread[depth] : 0;
	unsigned end = stopped_here ? first + 1u : a->nthreads;
	for (a->at.thread[depth] = first; a->at.thread[depth] < end; a->at.thread[depth]++) {
		unsigned n = a->lines[a->at.thread[depth]].ndistinct;
		for (a->at.choice[depth] = 0; a->at.choice[depth] < n; a->at.choice[depth]++) {
			describe(a, depth + 1, steps);
			if ((!stopped_here || is_stopped(a, depth)) && place(a, depth) &&
				hd_space_may_begin(space, steps, depth + 1)) {
				fail_from(a, f, depth + 1, steps);
			}
		}
	}
}

void hd_aims_stop(struct hd_aims *a, struct hd_schedules *s, const struct hd_steps *goal, unsigned step,
	const uint64_t *passed, bool forbidden)
{
	struct hd_aims_stop *stop = &a->stops[step][a->at.thread[step]];
	struct hd_aims_at at = a->at;
	struct hd_steps normal = *goal, steps;

	stop->known = true;
	memcpy(stop->passed, passed, sizeof(stop->passed));
	hd_space_normalise(&s->space, &normal);
	struct failure f = {.schedules = s,
		.goal = hd_space_index(&s->space, &normal),
		.step = step,
		.forbidden = forbidden};
	fail_from(a, &f, step, &steps);
	a->at = at;
	a->depth = step;
}

bool hd_aims_rest(const struct hd_aims *a, const struct hd_schedules_trace *t, unsigned thread, uint64_t *rest)
{
	const struct hd_aims_line *l = &a->lines[thread];
	unsigned at = 0;

	for (unsigned i = 0; i < t->n; i++) {
		if (t->events[i].thread != thread) {
			continue;
		}
		if (at == l->n || l->points[at] != t->events[i].point) {
			return false;
		}
		at++;
	}
	memset(rest, 0, HD_SPACE_POINTS / 8);
	for (; at < l->n; at++) {
		rest[l->points[at] / 64] |= 1ull << (l->points[at] % 64);
	}
	return true;
}

// ---- at random --------------------------------------------------------------------------------

#define DRAW_TRIES 64

// Each step is any that its thread makes after its last one.
static bool draw_steps(const struct hd_aims *a, const struct hd_space *s, struct hd_steps *out, uint64_t *rng)
{
	unsigned from[HD_AIMS_THREADS] = {0};

	for (unsigned d = 0; d < s->length; d++) {
		unsigned t = hd_rng_below(rng, a->nthreads);
		const struct hd_aims_line *l = &a->lines[t];
		if (from[t] >= l->n) {
			return false;
		}
		unsigned at = from[t] + hd_rng_below(rng, l->n - from[t]);
		out->threads[d] = (uint8_t)t;
		out->points[d] = l->points[at];
		from[t] = at + 1;
		if (!hd_space_may_begin(s, out, d + 1)) {
			return false;
		}
	}
	return !is_one_thread(out, s->length);
}

bool hd_aims_draw(const struct hd_aims *a, const struct hd_schedules *s, struct hd_steps *out, uint64_t *rng)
{
	for (unsigned i = 0; i < DRAW_TRIES; i++) {
		if (draw_steps(a, &s->space, out, rng)) {
			return true;
		}
	}
	return false;
}
