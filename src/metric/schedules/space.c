// SPDX-License-Identifier: Apache-2.0
#include "metric/schedules/space.h"

#include <string.h>

// ---- indexes -----------------------------------------------------------------------------

// All ways to assign threads to the steps, threads numbered by their first step, but not one
// thread for all.
static void list_patterns(struct hd_space *s, uint8_t *pattern, unsigned at, unsigned used)
{
	if (at == s->length) {
		if (used > 1) {
			memcpy(s->patterns[s->npatterns++], pattern, HD_SPACE_LENGTH);
		}
		return;
	}
	for (unsigned t = 0; t <= used && t < s->threads; t++) {
		pattern[at] = (uint8_t)t;
		list_patterns(s, pattern, at + 1, t == used ? used + 1 : used);
	}
}

static unsigned code_of(const struct hd_space *s, const uint8_t *threads)
{
	unsigned code = 0;

	for (unsigned i = 0; i < s->length; i++) {
		code = code << 2 | threads[i];
	}
	return code;
}

bool hd_space_init(struct hd_space *s, unsigned length, unsigned threads, unsigned variables, unsigned npoints)
{
	uint8_t pattern[HD_SPACE_LENGTH] = {0};

	s->length = length;
	s->threads = threads < length ? threads : length;
	s->variables = variables;
	s->npoints = npoints;
	s->row_words = (npoints + 63) / 64;
	s->powers[0] = 1;
	for (unsigned i = 1; i <= length; i++) {
		s->powers[i] = s->powers[i - 1] * npoints;
	}
	s->npatterns = 0;
	list_patterns(s, pattern, 0, 0);
	for (unsigned p = 0; p < s->npatterns; p++) {
		s->by_code[code_of(s, s->patterns[p])] = (uint8_t)p;
	}
	return npoints <= HD_SPACE_POINTS && hd_space_indexes(s) <= HD_SPACE_MOST;
}

void hd_space_normalise(const struct hd_space *s, struct hd_steps *steps)
{
	uint8_t number[256];
	unsigned used = 0;

	for (unsigned i = 0; i < s->length; i++) {
		unsigned k = 0;
		while (k < i && steps->threads[k] != steps->threads[i]) {
			k++;
		}
		number[i] = k < i ? number[k] : (uint8_t)used++;
	}
	memcpy(steps->threads, number, s->length);
}

static unsigned pattern_of(const struct hd_space *s, const uint8_t *threads)
{
	return s->by_code[code_of(s, threads)];
}

static uint64_t number_of(const struct hd_space *s, const uint16_t *points, unsigned n)
{
	uint64_t x = 0;

	for (unsigned i = 0; i < n; i++) {
		x = x * s->npoints + points[i];
	}
	return x;
}

static void points_of(const struct hd_space *s, uint64_t number, unsigned n, uint16_t *points)
{
	for (unsigned i = n; i-- > 0; number /= s->npoints) {
		points[i] = (uint16_t)(number % s->npoints);
	}
}

uint64_t hd_space_row(const struct hd_space *s, const struct hd_steps *steps)
{
	uint64_t row = pattern_of(s, steps->threads) * s->powers[s->length - 1] +
		number_of(s, steps->points, s->length - 1);
	return row * s->row_words * 64;
}

uint64_t hd_space_index(const struct hd_space *s, const struct hd_steps *steps)
{
	return hd_space_row(s, steps) + steps->points[s->length - 1];
}

void hd_space_at(const struct hd_space *s, uint64_t index, struct hd_steps *out)
{
	uint64_t row = index / (s->row_words * 64);

	memcpy(out->threads, s->patterns[row / s->powers[s->length - 1]], HD_SPACE_LENGTH);
	points_of(s, row % s->powers[s->length - 1], s->length - 1, out->points);
	out->points[s->length - 1] = (uint16_t)(index % (s->row_words * 64));
}

// ---- goals ---------------------------------------------------------------------------------

static bool has_few_variables(const struct hd_space *s, const struct hd_steps *steps, unsigned n)
{
	unsigned distinct = 0;

	for (unsigned i = 0; i < n; i++) {
		unsigned k = 0;
		while (k < i && s->var_of[steps->points[k]] != s->var_of[steps->points[i]]) {
			k++;
		}
		distinct += k == i;
	}
	return distinct <= s->variables;
}

bool hd_space_may_begin(const struct hd_space *s, const struct hd_steps *steps, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		for (unsigned k = i; k-- > 0;) {
			if (steps->threads[k] == steps->threads[i]) {
				if (!hd_space_reaches(s, steps->points[k], steps->points[i])) {
					return false;
				}
				break;
			}
		}
	}
	return has_few_variables(s, steps, n);
}

bool hd_space_is_goal(const struct hd_space *s, const struct hd_steps *steps)
{
	return hd_space_may_begin(s, steps, s->length);
}

// ---- parts and tuples ------------------------------------------------------------------------

void hd_space_part(const struct hd_space *s, const struct hd_steps *steps, unsigned thread, struct hd_part *out)
{
	out->n = 0;
	for (unsigned i = 0; i < s->length; i++) {
		if (steps->threads[i] == thread) {
			out->points[out->n++] = steps->points[i];
		}
	}
}

uint64_t hd_space_part_index(const struct hd_space *s, const struct hd_part *part)
{
	uint64_t before = 0;

	for (unsigned n = 1; n < part->n; n++) {
		before += s->powers[n];
	}
	return before + number_of(s, part->points, part->n);
}

void hd_space_part_at(const struct hd_space *s, uint64_t index, struct hd_part *out)
{
	out->n = 1;
	while (index >= s->powers[out->n]) {
		index -= s->powers[out->n++];
	}
	points_of(s, index, out->n, out->points);
}

uint64_t hd_space_part_indexes(const struct hd_space *s)
{
	uint64_t n = 0;

	for (unsigned i = 1; i < s->length; i++) {
		n += s->powers[i];
	}
	return n;
}

// Longer parts first; of equal length in the order of their points.
static bool comes_before(const struct hd_part *a, const struct hd_part *b)
{
	if (a->n != b->n) {
		return a->n > b->n;
	}
	for (unsigned i = 0; i < a->n; i++) {
		if (a->points[i] != b->points[i]) {
			return a->points[i] < b->points[i];
		}
	}
	return false;
}

// The schedule of the tuple in which the threads run one after the other.
uint64_t hd_space_tuple(const struct hd_space *s, const struct hd_steps *steps)
{
	struct hd_part parts[HD_SPACE_LENGTH];
	struct hd_steps serial = {0};
	unsigned n = 0, at = 0;

	for (unsigned t = 0; t < s->threads; t++) {
		struct hd_part part;
		hd_space_part(s, steps, t, &part);
		unsigned k = part.n > 0 ? n++ : n;
		for (; k > 0 && part.n > 0 && comes_before(&part, &parts[k - 1]); k--) {
			parts[k] = parts[k - 1];
		}
		if (part.n > 0) {
			parts[k] = part;
		}
	}
	for (unsigned t = 0; t < n; t++) {
		for (unsigned i = 0; i < parts[t].n; i++, at++) {
			serial.threads[at] = (uint8_t)t;
			serial.points[at] = parts[t].points[i];
		}
	}
	return hd_space_index(s, &serial);
}

// ---- counting --------------------------------------------------------------------------------

struct counter {
	const struct hd_space *space;
	struct hd_space_size size;
	uint64_t *goals, *parts;
};

static void count_parts(struct counter *c, const struct hd_steps *steps)
{
	struct hd_part part;

	for (unsigned t = 0; t < c->space->threads; t++) {
		hd_space_part(c->space, steps, t, &part);
		if (part.n > 0) {
			uint64_t i = hd_space_part_index(c->space, &part);
			uint64_t bit = 1ull << (i % 64);
			c->size.parts += !(c->parts[i / 64] & bit);
			c->parts[i / 64] |= bit;
		}
	}
}

static void count(struct counter *c, unsigned pattern, struct hd_steps *steps, unsigned at)
{
	const struct hd_space *s = c->space;

	if (at == s->length) {
		uint64_t index = hd_space_index(s, steps);
		c->size.goals++;
		c->goals[index / 64] |= 1ull << (index % 64);
		if (hd_space_tuple(s, steps) == index) {
			c->size.tuples++;
			count_parts(c, steps);
		}
		return;
	}
	steps->threads[at] = s->patterns[pattern][at];
	for (unsigned p = 0; p < s->npoints; p++) {
		steps->points[at] = (uint16_t)p;
		if (hd_space_may_begin(s, steps, at + 1)) {
			count(c, pattern, steps, at + 1);
		}
	}
}

struct hd_space_size hd_space_count(const struct hd_space *s, uint64_t *goals, uint64_t *parts)
{
	struct counter c = {.space = s, .goals = goals, .parts = parts};
	struct hd_steps steps = {0};

	for (unsigned p = 0; p < s->npatterns; p++) {
		count(&c, p, &steps, 0);
	}
	return c.size;
}
