// SPDX-License-Identifier: Apache-2.0
// Pairs of sites of two threads: a write, and a read of what it wrote. New pairs mean that threads
// still come to see each other in new ways, long after all pairs of methods have met; so this is what
// says when a campaign of the default strategy has stopped growing.
//
// Telling of accesses costs as much as an execution does, so one execution in SAMPLED is looked at,
// unless --measure asks for the metric by name.
#include "abi/control.h"
#include "metric/metric.h"
#include "runtime/table.h"

enum {
	SAMPLED = 64,
	PAIRS = 1 << 15,
	WRITES = 1 << 12, // of one execution; later ones to further addresses are not seen
};

struct state {
	struct hd_table pairs; // both sites, the write's in the upper half
	struct hd_table_entry entries[PAIRS];
	unsigned period; // one execution in so many
};

static struct {
	struct hd_table table; // by address
	struct hd_table_entry entries[WRITES];
	struct {
		uint32_t site;
		uint8_t thread;
	} last[WRITES];
} writes;
static uint32_t executions; // of this worker

static void begin(void *state, const struct hd_metric_setup *setup)
{
	struct state *s = state;
	bool asked = setup->config->measure >> HD_METRIC_reads_from & 1;

	hd_table_init(&s->pairs, s->entries, PAIRS);
	s->period = asked ? 1 : SAMPLED;
}

static unsigned begin_execution(void *state, unsigned events)
{
	const struct state *s = state;

	if (executions++ % s->period != 0) {
		return 0;
	}
	if (!writes.table.entries) {
		hd_table_init(&writes.table, writes.entries, WRITES);
	}
	hd_table_clear(&writes.table);
	return events;
}

static void note_read(struct state *s, const struct hd_op *op)
{
	const struct hd_table_entry *e = hd_table_at(&writes.table, op->object);

	if (!hd_table_is_free(&writes.table, e) && writes.last[e->number].thread != hd.cur->id) {
		hd_table_number(&s->pairs, (uint64_t)writes.last[e->number].site << 32 | hd_site_id(op->site));
	}
}

static void note_write(const struct hd_op *op)
{
	uint32_t number = hd_table_number(&writes.table, op->object);

	if (number != HD_TABLE_NONE) {
		writes.last[number].site = hd_site_id(op->site);
		writes.last[number].thread = hd.cur->id;
	}
}

static void on_access(void *state, const struct hd_op *op)
{
	if (op->kind == HD_EV_READ || op->kind == HD_EV_ATOMIC_READ || op->kind == HD_EV_ATOMIC_RMW) {
		note_read(state, op);
	}
	if (op->write) {
		note_write(op);
	}
}

static void merge(void *into, const void *from)
{
	struct state *s = into;
	const struct state *other = from;

	for (size_t i = 0; i < PAIRS; i++) {
		if (!hd_table_is_free(&other->pairs, &other->entries[i])) {
			hd_table_number(&s->pairs, other->entries[i].key);
		}
	}
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

static uint64_t covered(const void *state)
{
	return ((const struct state *)state)->pairs.n;
}

static void report(const void *state, const struct hd_writer *w)
{
	w->number(HD_KEY(metric, covered), covered(state));
}

const struct hd_metric hd_metric_reads_from = {
	.state_size = sizeof(struct state),
	.begin = begin,
	.begin_execution = begin_execution,
	.access = on_access,
	.goals = goals,
	.take_goal = take_goal,
	.merge = merge,
	.covered = covered,
	.report = report,
};
