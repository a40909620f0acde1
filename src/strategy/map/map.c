// SPDX-License-Identifier: Apache-2.0
#include "strategy/map/map.h"

#include "strategy/rng.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#define MOST_BITS 22 // 32 MiB when full; pages come when touched
#define RECENT_TRACES (1u << 15)

struct hd_map *hd_map;
struct hd_map_trace hd_map_trace;
const struct hd_model *hd_map_model;
uint16_t hd_map_class;
uint8_t hd_map_calls[HD_MAX_FIBERS];

static struct hd_map_matcher matcher;
static uint64_t recent_traces[RECENT_TRACES]; // hashes
static uint64_t known_orders[HD_MAP_KNOWN];

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void hd_map_setup(unsigned nclasses)
{
	hd_map = hd_persist_alloc(sizeof(*hd_map));
	hd_map->start_ns = now_ns();
	hd_map->models = hd_persist_alloc((nclasses + 1) * sizeof(*hd_map->models));
}

void hd_map_count(uint16_t class)
{
	const struct hd_model *m = hd_map->models[class];

	hd_map->total += hd_map_size_of_program(m);
	hd_map->feasible += hd_map_size_of_calls(m);
}

// A set not larger than need be stays in the processor's caches.
void hd_map_measure(void)
{
	unsigned bits = 10;

	while (bits < MOST_BITS && (1u << bits) - (1u << bits) / 4 <= hd_map->feasible) {
		bits++;
	}
	hd_map_set_init(&hd_map->covered, bits);
	hd_map->on = true;
}

// ---- one execution ------------------------------------------------------------------

static void on_access(const struct hd_op *op)
{
	unsigned site = hd_site_id(op->site);
	uint32_t var = site <= hd_map_model->nsites ? hd_map_model->var_of_site[site] : HD_MODEL_NONE;

	if (var != HD_MODEL_NONE && hd_map_trace.n < HD_MAP_TRACE) {
		hd_map_trace.events[hd_map_trace.n++] = (struct hd_map_event){
		    .access = {.address = op->object, .site = site, .var = var, .step = (uint32_t)hd.cur->steps, .thread = hd.cur->id,
		               .write = hd_model_is_write(op->site)},
		};
	}
}

void hd_map_synced(enum hd_event_kind kind, uintptr_t lock)
{
	if (kind != HD_EV_CREATE && kind != HD_EV_JOIN && hd_observer.access == on_access &&
	    hd_map_trace.n < HD_MAP_TRACE) {
		hd_map_trace.events[hd_map_trace.n++] = (struct hd_map_event){
		    .access = {.address = lock, .thread = hd.cur->id},
		    .kind = kind == HD_EV_UNLOCK ? HD_MAP_UNLOCK : HD_MAP_LOCK,
		};
	}
}

void hd_map_call(void)
{
	hd_map_calls[hd.cur->id]++;
}

void hd_map_begin(uint16_t class)
{
	hd_map_class = class;
	hd_map_model = hd_map->models[class];
	hd_map_trace.n = 0;
	memset(hd_map_calls, 0, sizeof(hd_map_calls));
	if (hd_map->covered.n < hd_map->feasible) { // else there is nothing left to be seen
		hd_observer.access = on_access;
	}
}

// ---- coverage -------------------------------------------------------------------------

static void found(void *context, const struct hd_map_pattern *p, const struct hd_map_label *last)
{
	(void)context;
	(void)last;
	if (hd_map_set_add(&hd_map->covered, hd_map_key(hd_map_class, p))) {
		hd_map->by_type[p->type]++;
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

// Grown by more than a sixty-fourth since it was last written down.
static void note_growth(uint64_t execution)
{
	uint64_t covered = hd_map->covered.n, noted = hd_map->noted;

	if (covered > noted + noted / 64 && hd_map->nhistory < HD_MAP_HISTORY) {
		unsigned i = hd_map->nhistory++;
		if (i < HD_MAP_HISTORY) {
			hd_map->history[i] = (struct hd_map_growth){
			    .execution = execution + 1, .ns = now_ns() - hd_map->start_ns, .covered = covered};
		}
		hd_map->noted = covered;
	}
}

static void match_trace(void)
{
	matcher.known = known_orders;
	hd_map_matcher_begin(&matcher, hd_map_class, found, NULL);
	for (unsigned i = 0; i < hd_map_trace.n; i++) {
		if (hd_map_trace.events[i].kind == HD_MAP_ACCESS) {
			hd_map_matcher_access(&matcher, &hd_map_trace.events[i].access);
		}
	}
	hd_map_trace.new = hd_map_matcher_finish(&matcher);
}

void hd_map_end(uint64_t execution)
{
	bool bounded = hd_map_trace.n == HD_MAP_TRACE;

	hd_observer.access = NULL;
	hd_map_trace.new = is_new_trace(keep_shared());
	if (hd_map_trace.new) {
		match_trace();
		bounded |= matcher.bounded;
	}
	hd_map->bounded += bounded;
	note_growth(execution);
}
