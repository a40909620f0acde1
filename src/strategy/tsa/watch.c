// SPDX-License-Identifier: Apache-2.0
#include "strategy/tsa/watch.h"

#include <time.h>

#define MOST_TRIES 3 // to record an execution that ends normally

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void init(struct hd_tsa_watch *w, const struct hd_config *config)
{
	hd_sync_pairs_init(&w->pairs);
	hd_tsa_controller_init(&w->controller, &w->pairs);
	hd_tsa_model_init(&w->model);
	hd_tsa_estimator_init(&w->estimator, &w->model, &w->pairs);
	hd_saturation_init(&w->saturation, config->mode == HD_MODE_TEST ? 0 : config->window);
	w->lockset_only = config->estimate == HD_ESTIMATE_LOCKSET;
	w->start_ns = now_ns();
}

bool hd_tsa_watch_begin(struct hd_tsa_watch *w, const struct hd_begin *b)
{
	if (!w->pairs.places) {
		init(w, b->config);
	}
	if (hd_saturation_reached(&w->saturation)) {
		return false;
	}
	if (w->test != hd.test) {
		w->test = hd.test;
		w->estimating = true;
		w->tries = 0;
		w->stale = 0;
	}
	hd_tsa_model_reset(&w->model, !w->lockset_only);
	w->surprises = w->pairs.surprises;
	hd_tsa_controller_begin(&w->controller);
	w->execution = b->execution;
	return true;
}

static void record(struct hd_tsa_watch *w, enum hd_event_kind kind, uintptr_t object, uint16_t place)
{
	unsigned thread = hd.cur->id;

	switch (kind) {
	case HD_EV_UNLOCK:
		hd_tsa_model_unlock(&w->model, thread, object);
		break;
	case HD_EV_CREATE:
		hd_tsa_model_create(&w->model, thread, (unsigned)object);
		break;
	case HD_EV_JOIN:
		hd_tsa_model_join(&w->model, thread, (unsigned)object);
		break;
	default:
		hd_tsa_model_lock(&w->model, thread, object, place, kind == HD_EV_RDLOCK || kind == HD_EV_TRYRDLOCK);
	}
}

void hd_tsa_watch_synced(struct hd_tsa_watch *w, enum hd_event_kind kind, uintptr_t object,
                         const struct hd_site *site)
{
	bool locks = kind != HD_EV_UNLOCK && kind != HD_EV_CREATE && kind != HD_EV_JOIN;
	uint16_t place = locks ? hd_sync_pairs_place(&w->pairs, site) : HD_SYNC_NOWHERE;

	if (w->estimating || !w->lockset_only) {
		record(w, kind, object, place);
	}
	if (locks) {
		hd_tsa_controller_locked(&w->controller, object, place);
	}
}

void hd_tsa_watch_end(struct hd_tsa_watch *w, const struct hd_outcome *o)
{
	bool ended = o->verdict == HD_VERDICT_NONE && !o->cut_off && !o->blocked && !o->crashed && !o->refused;

	if (w->estimating && (ended || ++w->tries == MOST_TRIES)) {
		hd_tsa_estimate(&w->estimator, false);
		w->estimating = false;
	} else if (w->pairs.surprises != w->surprises && !w->lockset_only) {
		hd_tsa_estimate(&w->estimator, true);
	}
	uint32_t last = w->pairs.nhistory ? w->pairs.history[w->pairs.nhistory - 1].covered : 0;
	w->stale++;
	if (w->pairs.ncovered != last) {
		w->stale = 0;
		hd_sync_pairs_note(&w->pairs, w->execution + 1, now_ns() - w->start_ns);
	}
	hd_saturation_add(&w->saturation, w->pairs.ncovered);
}
