// SPDX-License-Identifier: Apache-2.0
#include "metric/map/patterns.h"

#include "runtime/rng.h"

#include <stdio.h>
#include <stdlib.h>

// One row of table I: a and b are the threads, R and W what they do, x and y to what.
enum { a, b };
enum { x, y };
enum { R, W };
#define STEP(thread, does, var) {thread, var, does == W}

const struct hd_map_type hd_map_types[HD_MAP_TYPES + 1] = {
	[1] = {2, 1, {STEP(a, R, x), STEP(b, W, x)}},
	[2] = {2, 1, {STEP(a, W, x), STEP(b, R, x)}},
	[3] = {2, 1, {STEP(a, W, x), STEP(b, W, x)}},
	[4] = {3, 1, {STEP(a, R, x), STEP(b, W, x), STEP(a, R, x)}},
	[5] = {3, 1, {STEP(a, W, x), STEP(b, W, x), STEP(a, R, x)}},
	[6] = {3, 1, {STEP(a, W, x), STEP(b, R, x), STEP(a, W, x)}},
	[7] = {3, 1, {STEP(a, R, x), STEP(b, W, x), STEP(a, W, x)}},
	[8] = {3, 1, {STEP(a, W, x), STEP(b, W, x), STEP(a, W, x)}},
	[9] = {4, 2, {STEP(a, W, x), STEP(b, W, x), STEP(b, W, y), STEP(a, W, y)}},
	[10] = {4, 2, {STEP(a, W, x), STEP(b, W, y), STEP(b, W, x), STEP(a, W, y)}},
	[11] = {4, 2, {STEP(a, W, x), STEP(b, W, y), STEP(a, W, y), STEP(b, W, x)}},
	[12] = {4, 2, {STEP(a, W, x), STEP(b, R, x), STEP(b, R, y), STEP(a, W, y)}},
	[13] = {4, 2, {STEP(a, W, x), STEP(b, R, y), STEP(b, R, x), STEP(a, W, y)}},
	[14] = {4, 2, {STEP(a, R, x), STEP(b, W, x), STEP(b, W, y), STEP(a, R, y)}},
	[15] = {4, 2, {STEP(a, R, x), STEP(b, W, y), STEP(b, W, x), STEP(a, R, y)}},
	[16] = {4, 2, {STEP(a, R, x), STEP(b, W, y), STEP(a, R, y), STEP(b, W, x)}},
	[17] = {4, 2, {STEP(a, W, x), STEP(b, R, y), STEP(a, W, y), STEP(b, R, x)}},
};

unsigned hd_map_type_of(unsigned nsteps, const bool *writes)
{
	static const uint8_t two[4] = {[0 | 2] = 1, [1] = 2, [1 | 2] = 3};
	static const uint8_t three[8] = {[2] = 4, [1 | 2] = 5, [1 | 4] = 6, [2 | 4] = 7, [1 | 2 | 4] = 8};
	unsigned mask = (unsigned)writes[0] | (unsigned)writes[1] << 1;

	return nsteps == 2 ? two[mask] : three[mask | (unsigned)writes[2] << 2];
}

size_t hd_map_describe(unsigned type, char *out, size_t size)
{
	const struct hd_map_type *t = &hd_map_types[type];
	size_t used = 0;

	for (unsigned i = 0; i < t->nsteps && used < size; i++) {
		used += (size_t)snprintf(out + used, size - used, "%s%s%s%s", i ? ", " : "",
			t->steps[i].write ? "write" : "read",
			t->nvars == 1             ? ""
				: t->steps[i].var ? " of y"
						  : " of x",
			t->steps[i].thread ? " by another" : "");
	}
	return used;
}

// The paper sums over {x, y}. Its algorithm 3 goes through x and y in both orders, and which
// comes first matters in all of patterns 9 to 17, so both orders count here.
uint64_t hd_map_size(const struct hd_map_counts *vars, size_t n)
{
	unsigned __int128 one = 0, writes = 0, writes_self = 0, both = 0, both_self = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned __int128 r = vars[i].reads, w = vars[i].writes;
		one += 2 * r * w + w * w + r * r * w + 3 * r * w * w + w * w * w;
		writes += w * w;
		writes_self += w * w * w * w;
		both += r * w;
		both_self += r * w * r * w;
	}
	unsigned __int128 two = 3 * (writes * writes - writes_self) + 6 * (both * both - both_self);
	return one + two > INT64_MAX ? INT64_MAX : (uint64_t)(one + two);
}

static uint64_t size_of(const struct hd_model *m, bool program)
{
	struct hd_map_counts *counts = calloc(m->nvars + 1, sizeof(*counts));

	for (unsigned i = 0; i < m->nvars; i++) {
		const struct hd_model_var *v = &m->vars[i];
		counts[i].reads = program ? v->all_reads : v->nreads;
		counts[i].writes = program ? v->all_writes : v->nwrites;
	}
	uint64_t size = hd_map_size(counts, m->nvars);
	free(counts);
	return size;
}

uint64_t hd_map_size_of_program(const struct hd_model *m)
{
	return size_of(m, true);
}

uint64_t hd_map_size_of_calls(const struct hd_model *m)
{
	return size_of(m, false);
}
