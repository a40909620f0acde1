// SPDX-License-Identifier: Apache-2.0
// Loops repeat actions that differ in nothing the conditions look at; those are
// compared once, so that the estimate of a long execution stays cheap.
#include "metric/sync/estimate.h"

#include <stdlib.h>

void hd_sync_estimator_init(struct hd_sync_estimator *e, const struct hd_thread_model *m, struct hd_sync_pairs *pairs)
{
	e->model = m;
	e->pairs = pairs;
	e->order = hd_persist_alloc(HD_SYNC_ACTIONS * sizeof(*e->order));
	e->from = hd_persist_alloc((HD_SYNC_LOCKS + 1) * sizeof(*e->from));
}

// ---- conditions ----------------------------------------------------------------

bool hd_sync_accepts(const struct hd_thread_model *m, uint32_t a, uint32_t b)
{
	const struct hd_sync_action *p = &m->actions[a], *q = &m->actions[b];

	if (p->lock != q->lock) {
		return false;
	}
	if (p->thread == q->thread) {
		return p->next == b; // AC1
	}
	return !hd_locksets_exclude(&m->locksets, p->after, q->held) &&  // AC2
		!hd_locksets_exclude(&m->locksets, p->held, q->before) && // AC3
		!hd_thread_model_precedes(m, q->segment, p->segment);        // AC4
}

// Does some action on the lock always come between p and q? The next of p's
// thread, the previous of q's, or one of a third.
static bool has_between(const struct hd_sync_estimator *e, const struct hd_sync_action *p,
	const struct hd_sync_action *q)
{
	const struct hd_thread_model *m = e->model;

	if (p->thread != q->thread &&
		((p->next != HD_SYNC_NONE && hd_thread_model_precedes(m, m->actions[p->next].segment, q->segment)) ||
			(q->prev != HD_SYNC_NONE &&
				hd_thread_model_precedes(m, p->segment, m->actions[q->prev].segment)))) {
		return true;
	}
	for (uint32_t i = e->from[p->lock]; p->segment != q->segment && i < e->from[p->lock + 1]; i++) {
		const struct hd_sync_action *r = &m->actions[e->order[i]];
		if (r->thread != p->thread && r->thread != q->thread &&
			hd_thread_model_precedes(m, p->segment, r->segment) &&
			hd_thread_model_precedes(m, r->segment, q->segment)) {
			return true;
		}
	}
	return false;
}

static void consider(const struct hd_sync_estimator *e, uint32_t a, uint32_t b)
{
	const struct hd_thread_model *m = e->model;
	const struct hd_sync_action *p = &m->actions[a], *q = &m->actions[b];

	if (p->place == HD_SYNC_NOWHERE || q->place == HD_SYNC_NOWHERE ||
		hd_sync_pairs_has(e->late ? e->pairs->known : e->pairs->estimated, p->place, q->place) ||
		!hd_sync_accepts(m, a, b) || (m->joins && has_between(e, p, q))) {
		return;
	}
	if (e->late) {
		hd_sync_pairs_learn(e->pairs, p->place, q->place);
	} else {
		hd_sync_pairs_estimate(e->pairs, p->place, q->place);
	}
}

// ---- actions that differ -------------------------------------------------------

static int compare(uint32_t x, uint32_t y)
{
	return (x > y) - (x < y);
}

static uint32_t segment_of(const struct hd_thread_model *m, uint32_t action)
{
	return action == HD_SYNC_NONE ? HD_SYNC_NONE : m->actions[action].segment;
}

// By lock; actions that are alike in all the conditions look at compare as equal.
static int by_kind(const void *a, const void *b, void *model)
{
	const struct hd_thread_model *m = model;
	const struct hd_sync_action *p = &m->actions[*(const uint32_t *)a], *q = &m->actions[*(const uint32_t *)b];
	int c;

	if ((c = compare(p->lock, q->lock)) || (c = compare(p->segment, q->segment)) ||
		(c = compare(p->place, q->place)) || (c = compare(p->held, q->held)) ||
		(c = compare(p->after, q->after)) || (c = compare(p->before, q->before)) ||
		(c = compare(segment_of(m, p->next), segment_of(m, q->next)))) {
		return c;
	}
	return compare(segment_of(m, p->prev), segment_of(m, q->prev));
}

static void sort(struct hd_sync_estimator *e)
{
	struct hd_thread_model *m = (struct hd_thread_model *)e->model; // qsort_r knows no const
	uint32_t n = 0, lock = 0;

	for (uint32_t i = 0; i < m->nactions; i++) {
		e->order[i] = i;
	}
	qsort_r(e->order, m->nactions, sizeof(*e->order), by_kind, m);
	for (uint32_t i = 0; i < m->nactions; i++) {
		if (n > 0 && by_kind(&e->order[n - 1], &e->order[i], m) == 0) {
			continue;
		}
		e->order[n] = e->order[i];
		for (; lock <= m->actions[e->order[n]].lock; lock++) {
			e->from[lock] = n;
		}
		n++;
	}
	for (; lock <= m->locks.n; lock++) {
		e->from[lock] = n;
	}
}

// ---- all pairs -------------------------------------------------------------------

void hd_sync_estimate(struct hd_sync_estimator *e, bool late)
{
	const struct hd_thread_model *m = e->model;

	e->late = late;
	sort(e);
	for (uint32_t a = 0; a < e->from[m->locks.n]; a++) {
		uint32_t lock = m->actions[e->order[a]].lock;
		for (uint32_t b = e->from[lock]; b < e->from[lock + 1]; b++) {
			if (m->actions[e->order[a]].thread != m->actions[e->order[b]].thread) {
				consider(e, e->order[a], e->order[b]);
			}
		}
	}
	for (uint32_t i = 0; i < m->nactions; i++) { // AC1: which one is next is no part of a kind
		if (m->actions[i].next != HD_SYNC_NONE) {
			consider(e, i, m->actions[i].next);
		}
	}
}
