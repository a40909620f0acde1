// SPDX-License-Identifier: Apache-2.0
// Pairs of sites that raced. A finding is a variable without protection; this tells of every two places
// that access one without a happens-before order, as ConSuite counts races.
#include "metric/metric.h"
#include "runtime/table.h"

enum { PAIRS = 1 << 14 };

struct state {
	struct hd_table pairs; // both sites, the lower in the upper half
	struct hd_table_entry entries[PAIRS];
};

static void begin(void *state, const struct hd_metric_setup *setup)
{
	struct state *s = state;

	(void)setup;
	hd_table_init(&s->pairs, s->entries, PAIRS);
}

static void race(void *state, const struct hd_site *site, const struct hd_site *other)
{
	if (!site || !other) {
		return;
	}
	uint64_t a = hd_site_id(site), b = hd_site_id(other);

	hd_table_number(&((struct state *)state)->pairs, a < b ? a << 32 | b : b << 32 | a);
}

static void goals(const void *state, void (*put)(uint64_t goal, uint64_t value))
{
	const struct state *s = state;

	for (size_t i = 0; i < PAIRS; i++) {
		if (!hd_table_is_free(&s->pairs, &s->entries[i])) {
			put(s->entries[i].key, 1ull << 32);
		}
	}
}

static void take_goal(void *state, uint64_t goal, uint64_t value)
{
	if (value >> 32) {
		hd_table_number(&((struct state *)state)->pairs, goal);
	}
}

static void merge(void *into, const void *from)
{
	const struct state *other = from;

	for (size_t i = 0; i < PAIRS; i++) {
		if (!hd_table_is_free(&other->pairs, &other->entries[i])) {
			take_goal(into, other->entries[i].key, 1ull << 32);
		}
	}
}

static uint64_t covered(const void *state)
{
	return ((const struct state *)state)->pairs.n;
}

static void report(const void *state, const struct hd_writer *w)
{
	w->number(HD_KEY(metric, covered), covered(state));
}

static void rows(const void *state, const struct hd_writer *w)
{
	const struct state *s = state;

	w->list(HD_KEY(done, race_pairs));
	for (size_t i = 0; i < PAIRS; i++) {
		if (!hd_table_is_free(&s->pairs, &s->entries[i])) {
			w->object();
			w->site(HD_KEY(race_pair, first), hd_site_by_id((uint32_t)(s->entries[i].key >> 32)));
			w->site(HD_KEY(race_pair, second), hd_site_by_id((uint32_t)s->entries[i].key));
			w->close('}');
		}
	}
	w->close(']');
}

const struct hd_metric hd_metric_race_pairs = {
	.state_size = sizeof(struct state),
	.begin = begin,
	.race = race,
	.goals = goals,
	.take_goal = take_goal,
	.merge = merge,
	.covered = covered,
	.report = report,
	.rows = rows,
};
