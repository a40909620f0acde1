// SPDX-License-Identifier: Apache-2.0
#include "metric/map/map.h"

#include "runtime/rng.h"

#include <string.h>

#define MOST_BITS 22 // 32 MiB when full; pages come when touched
#define RECENT_TRACES (1u << 15)

struct hd_map_trace hd_map_trace;
const struct hd_model *hd_map_model;
uint16_t hd_map_class;
uint8_t hd_map_aimed;
uint8_t hd_map_calls[HD_MAX_FIBERS];

static struct hd_map_matcher matcher;
static uint64_t recent_traces[RECENT_TRACES]; // hashes
static uint64_t known_orders[HD_MAP_KNOWN];

static bool recording;

static void begin(void *state, const struct hd_metric_setup *setup)
{
	struct hd_map *map = state;
	unsigned bits = 10;

	for (unsigned i = 0; i < setup->nsubjects; i++) {
		map->total += hd_map_size_of_program(setup->subjects[i].model);
		map->feasible += hd_map_size_of_calls(setup->subjects[i].model);
	}
	// A set not larger than need be stays in the processor's caches.
	while (bits < MOST_BITS && (1u << bits) - (1u << bits) / 4 <= map->feasible) {
		bits++;
	}
	hd_map_set_init(&map->covered, bits);
}

static void begin_test(void *state, const struct hd_subject *subject, unsigned nthreads)
{
	(void)state;
	(void)nthreads;
	hd_map_class = subject->class;
	hd_map_model = subject->model;
}

// ---- one execution ------------------------------------------------------------------

static void record(const struct hd_op *op, unsigned site, uint32_t var, bool write)
{
	if (hd_map_trace.n < HD_MAP_TRACE) {
		hd_map_trace.events[hd_map_trace.n++] = (struct hd_map_event){
			.access = {.address = op->object,
				.site = site,
				.var = var,
				.step = (uint32_t)hd.cur->steps,
				.thread = hd.cur->id,
				.write = write},
		};
	}
}

static void on_access(void *state, const struct hd_op *op)
{
	unsigned site = hd_site_id(op->site);
	uint32_t var = site <= hd_map_model->nsites ? hd_map_model->var_of_site[site] : HD_MODEL_NONE;

	(void)state;
	if (var == HD_MODEL_NONE) {
		return;
	}
	if (hd_model_is_read(op->site)) {
		record(op, site, var, false);
	}
	if (hd_model_is_write(op->site)) {
		record(op, site, var, true);
	}
}

void hd_map_synced(enum hd_event_kind kind, uintptr_t lock)
{
	if (kind != HD_EV_CREATE && kind != HD_EV_JOIN && recording && hd_map_trace.n < HD_MAP_TRACE) {
		hd_map_trace.events[hd_map_trace.n++] = (struct hd_map_event){
			.access = {.address = lock, .thread = hd.cur->id},
			.kind = kind == HD_EV_UNLOCK ? HD_MAP_UNLOCK : HD_MAP_LOCK,
		};
	}
}

static void on_call(void *state, uint16_t function, bool starts)
{
	(void)state;
	(void)function;
	hd_map_calls[hd.cur->id] += starts;
}

static unsigned begin_execution(void *state, unsigned events)
{
	const struct hd_map *map = state;

	hd_map_trace.n = 0;
	memset(hd_map_calls, 0, sizeof(hd_map_calls));
	recording = map->covered.n < map->feasible; // else there is nothing left to be seen
	return recording ? events : events & ~HD_HEARS_ACCESSES;
}

// ---- coverage -------------------------------------------------------------------------

static void found(void *context, const struct hd_map_pattern *p, const struct hd_map_label *last)
{
	struct hd_map *map = context;

	(void)last;
	if (hd_map_set_add(&map->covered, hd_map_key(hd_map_class, p))) {
		map->by_type[p->type]++;
	}
}

// Patterns are of memory that two threads have touched and one has written. The shadow
// knows it now (shared in any execution of the test, for 8 bytes at once: perhaps too many).
// Gives the hash of the accesses that remain.
static uint64_t keep_shared(void)
{
	uint64_t hash = hd_map_class + 1;
	unsigned kept = 0;

	for (unsigned i = 0; i < hd_map_trace.n; i++) {
		const struct hd_map_event *e = &hd_map_trace.events[i];
		const struct hd_map_access *a = &e->access;
		if (e->kind == HD_MAP_ACCESS) {
			if (hd_cell_of(a->address)->shared != hd.test) {
				continue;
			}
			hash = (hash ^ a->address ^ ((uint64_t)a->site << 8 | a->thread) << 32) * 0x9e3779b97f4a7c15u;
			hash ^= hash >> 32;
		}
		hd_map_trace.events[kept++] = *e;
	}
	hd_map_trace.n = kept;
	return hash;
}

// Not in one of the executions before, as far as is known. It is from now on.
static bool is_new_trace(uint64_t hash)
{
	uint64_t *recent = &recent_traces[hash % RECENT_TRACES];
	bool new = *recent != hash;

	*recent = hash;
	return new;
}

static void match_trace(struct hd_map *map)
{
	matcher.known = known_orders;
	hd_map_matcher_begin(&matcher, hd_map_class, found, map);
	for (unsigned i = 0; i < hd_map_trace.n; i++) {
		if (hd_map_trace.events[i].kind == HD_MAP_ACCESS) {
			hd_map_matcher_access(&matcher, &hd_map_trace.events[i].access);
		}
	}
	hd_map_trace.new = hd_map_matcher_finish(&matcher);
}

static void end_execution(void *state, const struct hd_outcome *o)
{
	struct hd_map *map = state;
	bool bounded = hd_map_trace.n == HD_MAP_TRACE;

	(void)o;
	recording = false;
	hd_map_trace.new = is_new_trace(keep_shared());
	if (hd_map_trace.new) {
		match_trace(map);
		bounded |= matcher.bounded;
	}
	map->bounded += bounded;
}

// ---- for other campaigns and machines ------------------------------------------------------

static void goals(const void *state, void (*put)(uint64_t goal, uint64_t value))
{
	const struct hd_map_set *covered = &((const struct hd_map *)state)->covered;

	for (size_t i = 0; i <= covered->mask; i++) {
		if (covered->slots[i]) {
			put(covered->slots[i], 1ull << 32);
		}
	}
}

static void take_goal(void *state, uint64_t goal, uint64_t value)
{
	struct hd_map *map = state;
	uint64_t type = goal >> HD_MAP_KEY_BITS;

	if (value >> 32 && type >= 1 && type <= HD_MAP_TYPES && hd_map_set_add(&map->covered, goal)) {
		map->by_type[type]++;
	}
}

// ---- what is told of it ------------------------------------------------------------------

static uint64_t covered(const void *state)
{
	return ((const struct hd_map *)state)->covered.n;
}

static void report(const void *state, const struct hd_writer *w)
{
	const struct hd_map *map = state;

	w->number(HD_KEY(metric, covered), map->covered.n);
	w->number(HD_KEY(metric, total), map->total);
	w->number(HD_KEY(metric, feasible), map->feasible);
	w->number(HD_KEY(metric, pruned_by_locks), map->pruned);
	w->number(HD_KEY(metric, bounded), map->bounded);
	w->list(HD_KEY(metric, types));
	for (unsigned t = 1; t <= HD_MAP_TYPES; t++) {
		w->element(map->by_type[t]);
	}
	w->close(']');
}

const struct hd_metric hd_metric_access_patterns = {
	.state_size = sizeof(struct hd_map),
	.shared = true,
	.begin = begin,
	.begin_test = begin_test,
	.begin_execution = begin_execution,
	.call = on_call,
	.access = on_access,
	.end_execution = end_execution,
	.goals = goals,
	.take_goal = take_goal,
	.covered = covered,
	.report = report,
};
