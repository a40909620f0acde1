// SPDX-License-Identifier: Apache-2.0
#include "schedule/tsa/watch.h"

bool hd_tsa_watch_begin(struct hd_tsa_watch *w, const struct hd_begin *b)
{
	if (!w->pairs) {
		w->pairs = hd_sync_pairs();
		hd_saturation_init(&w->saturation, b->config->mode == HD_MODE_TEST ? 0 : b->config->window);
	}
	if (hd_saturation_reached(&w->saturation)) {
		return false;
	}
	if (w->test != hd.test) {
		w->test = hd.test;
		w->stale = 0;
	}
	return true;
}

void hd_tsa_watch_end(struct hd_tsa_watch *w)
{
	w->stale = w->pairs->ncovered != w->covered ? 0 : w->stale + 1;
	w->covered = w->pairs->ncovered;
	hd_saturation_add(&w->saturation, w->covered);
}
