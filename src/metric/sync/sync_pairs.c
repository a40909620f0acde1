// SPDX-License-Identifier: Apache-2.0
// The metric of the TSA paper (Hong et al., ISSTA 2012): pairs of lock sites that
// follow each other on one lock.
//
// The first execution of a program or test gives the estimate of what is possible; every
// one is recorded and watched for the pairs it covers, and if one of them was not known to
// be possible, more is learned from the record (not with --estimate lockset: the published
// estimate is made once).
#include "metric/metric.h"
#include "metric/sync/estimate.h"
#include "metric/sync/pairs.h"
#include "metric/sync/place.h"
#include "metric/sync/thread_model.h"

#define MOST_TRIES 3 // to record an execution that ends normally

struct state {
	struct hd_sync_pairs pairs;
	struct hd_thread_model model;
	struct hd_sync_estimator estimator;
	bool estimating;    // this execution gives the estimate
	uint32_t surprises; // of the pairs, when it began
	bool lockset_only;  // --estimate lockset
	unsigned tries;     // recordings that did not end well
	uint16_t test;      // what was estimated last
};

struct hd_sync_pairs *hd_sync_pairs(void)
{
	struct state *s = hd_metric_state(HD_METRIC_sync_pairs);
	return s ? &s->pairs : NULL;
}

static void begin(void *state, const struct hd_metric_setup *setup)
{
	struct state *s = state;

	hd_sync_pairs_init(&s->pairs);
	hd_thread_model_init(&s->model);
	hd_sync_estimator_init(&s->estimator, &s->model, &s->pairs);
	s->lockset_only = setup->config->estimate == HD_ESTIMATE_LOCKSET;
}

static unsigned begin_execution(void *state, unsigned events)
{
	struct state *s = state;

	if (s->test != hd.test) {
		s->test = hd.test;
		s->estimating = true;
		s->tries = 0;
	}
	hd_thread_model_reset(&s->model, !s->lockset_only);
	s->surprises = s->pairs.surprises;
	hd_sync_pairs_begin(&s->pairs);
	return events;
}

static void record(struct state *s, enum hd_event_kind kind, uintptr_t object, uint16_t place)
{
	unsigned thread = hd.cur->id;

	switch (kind) {
	case HD_EV_UNLOCK:
		hd_thread_model_unlock(&s->model, thread, object);
		break;
	case HD_EV_CREATE:
		hd_thread_model_create(&s->model, thread, (unsigned)object);
		break;
	case HD_EV_JOIN:
		hd_thread_model_join(&s->model, thread, (unsigned)object);
		break;
	default:
		hd_thread_model_lock(&s->model, thread, object, place, kind == HD_EV_RDLOCK || kind == HD_EV_TRYRDLOCK);
	}
}

static void synced(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site)
{
	struct state *s = state;
	bool locks = kind != HD_EV_UNLOCK && kind != HD_EV_CREATE && kind != HD_EV_JOIN;
	uint16_t place = locks ? hd_sync_place(&s->pairs, site, hd.cur) : HD_SYNC_NOWHERE;

	if (s->estimating || !s->lockset_only) {
		record(s, kind, object, place);
	}
	if (locks) {
		hd_sync_pairs_locked(&s->pairs, object, place);
	}
}

static void end_execution(void *state, const struct hd_outcome *o)
{
	struct state *s = state;
	bool ended = o->verdict == HD_VERDICT_NONE && !o->cut_off && !o->blocked && !o->crashed && !o->refused;

	if (s->estimating && (ended || ++s->tries == MOST_TRIES)) {
		hd_sync_estimate(&s->estimator, false);
		s->estimating = false;
	} else if (s->pairs.surprises != s->surprises && !s->lockset_only) {
		hd_sync_estimate(&s->estimator, true);
	}
}

static void merge(void *into, const void *from)
{
	hd_sync_pairs_merge(&((struct state *)into)->pairs, &((const struct state *)from)->pairs);
}

// ---- for other campaigns and machines ------------------------------------------------------

// Of a place in the code the first of all its sites, whichever was met here: others may have met another.
static uint32_t number_of(const struct hd_sync_pairs *p, unsigned place)
{
	static uint32_t numbers[HD_SYNC_PLACES];
	static const struct hd_site *of[HD_SYNC_PLACES];
	const struct hd_site *s = p->places[place], *first = NULL;

	if (of[place] != s) {
		uint32_t id = 1;
		while (!hd_sync_pairs_is_caller(p, s) && (first = hd_site_by_id(id)) &&
			!hd_sync_pairs_same_place(first, s)) {
			id++;
		}
		numbers[place] = first ? id : hd_sync_place_number(p, s);
		of[place] = s;
	}
	return numbers[place];
}

// A pair is known by its two places.
static void goals(const void *state, void (*put)(uint64_t goal, uint64_t value))
{
	const struct hd_sync_pairs *p = &((const struct state *)state)->pairs;

	for (unsigned a = 0; a < p->nplaces; a++) {
		for (unsigned b = 0; b < p->nplaces; b++) {
			if (hd_sync_pairs_has(p->covered, a, b)) {
				put((uint64_t)number_of(p, a) << 32 | number_of(p, b), 1ull << 32);
			}
		}
	}
}

static void take_goal(void *state, uint64_t goal, uint64_t value)
{
	struct hd_sync_pairs *p = &((struct state *)state)->pairs;

	if (value >> 32) {
		hd_sync_pairs_cover(p, hd_sync_place_by_number(p, (uint32_t)(goal >> 32)),
			hd_sync_place_by_number(p, (uint32_t)goal));
	}
}

// ---- what is told of it ------------------------------------------------------------------

static uint64_t covered(const void *state)
{
	return ((const struct state *)state)->pairs.ncovered;
}

static void report(const void *state, const struct hd_writer *w)
{
	const struct hd_sync_pairs *p = &((const struct state *)state)->pairs;

	w->number(HD_KEY(metric, covered), p->ncovered);
	w->number(HD_KEY(metric, total), hd_sync_pairs_total(p));
	w->number(HD_KEY(metric, estimated), p->nestimated);
	w->number(HD_KEY(metric, false_positives), hd_sync_pairs_missed(p));
	w->number(HD_KEY(metric, false_negatives), p->unexpected);
}

static void put_pair(const struct hd_sync_pairs *p, unsigned a, unsigned b, const struct hd_writer *w)
{
	bool covered = hd_sync_pairs_has(p->covered, a, b);

	if (!hd_sync_pairs_has(p->known, a, b) && !covered) {
		return;
	}
	w->object();
	w->site(HD_KEY(sync_pair, first), p->places[a]);
	w->site(HD_KEY(sync_pair, second), p->places[b]);
	w->flag(HD_KEY(sync_pair, estimated), hd_sync_pairs_has(p->estimated, a, b));
	w->flag(HD_KEY(sync_pair, covered), covered);
	w->close('}');
}

static void rows(const void *state, const struct hd_writer *w)
{
	const struct hd_sync_pairs *p = &((const struct state *)state)->pairs;

	w->list(HD_KEY(done, sync_pairs));
	for (unsigned a = 0; a < p->nplaces; a++) {
		for (unsigned b = 0; b < p->nplaces; b++) {
			put_pair(p, a, b, w);
		}
	}
	w->close(']');
	w->list(HD_KEY(done, sync_rules));
	for (unsigned i = 0; i < sizeof(p->rules) / sizeof(*p->rules); i++) {
		w->element(p->rules[i]);
	}
	w->close(']');
}

const struct hd_metric hd_metric_sync_pairs = {
	.state_size = sizeof(struct state),
	.begin = begin,
	.begin_execution = begin_execution,
	.synced = synced,
	.end_execution = end_execution,
	.merge = merge,
	.goals = goals,
	.take_goal = take_goal,
	.covered = covered,
	.report = report,
	.rows = rows,
};
