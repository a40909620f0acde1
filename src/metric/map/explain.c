// SPDX-License-Identifier: Apache-2.0
// The pattern behind a finding: of those in the minimised execution, the one that
// the failing thread completed last before it failed. If several were completed by
// the same access: of one variable rather than two, of three steps rather than two.
// Results that no order explains fail nowhere: there the longest, then the last, counts.
#include "metric/map/map.h"

#include <string.h>

struct search {
	int thread;   // that completes the pattern; -1: any
	bool by_rank; // rank counts more than time
	unsigned rank;
	uint32_t time;
	struct hd_map_pattern best;
};

static unsigned rank_of(unsigned type)
{
	const struct hd_map_type *t = &hd_map_types[type];
	return t->nvars == 2 ? 1 : t->nsteps;
}

static void found(void *context, const struct hd_map_pattern *p, const struct hd_map_label *last)
{
	struct search *s = context;

	if (s->thread >= 0 && s->thread != last->what.thread) {
		return;
	}
	unsigned rank = rank_of(p->type);
	uint32_t time = last->last;
	bool better = s->by_rank ? rank > s->rank || (rank == s->rank && time > s->time)
				 : time > s->time || (time == s->time && rank > s->rank);

	if (better || s->best.type == 0) {
		s->best = *p;
		s->rank = rank;
		s->time = time;
	}
}

static bool has_pattern(enum hd_verdict kind)
{
	return kind != HD_VERDICT_DEADLOCK && kind != HD_VERDICT_LIVELOCK && kind != HD_VERDICT_LOCK_MISUSE &&
		kind != HD_VERDICT_LEAK;
}

static void access(struct hd_map_matcher *matcher, const struct hd_event *e, uint32_t var, bool write)
{
	hd_map_matcher_access(matcher,
		&(struct hd_map_access){.address = e->object,
			.site = hd_site_id(e->site),
			.var = var,
			.thread = e->fiber,
			.write = write});
}

bool hd_map_explain(const struct hd_model *m, const struct hd_fault *f, struct hd_map_pattern *p)
{
	static struct hd_map_matcher matcher;
	bool anyone = f->kind == HD_VERDICT_NOT_LINEARIZABLE;
	struct search s = {.thread = anyone ? -1 : (int)f->fiber, .by_rank = anyone};

	if (!has_pattern(f->kind)) {
		return false;
	}
	hd_map_matcher_begin(&matcher, 0, found, &s);
	for (size_t i = 0; i < hd.nlog; i++) {
		const struct hd_event *e = &hd.log[i];
		unsigned site = hd_site_id(e->site);
		if (!e->site || e->fiber == 0 || site > m->nsites || m->var_of_site[site] == HD_MODEL_NONE) {
			continue;
		}
		if (hd_model_is_read(e->site)) {
			access(&matcher, e, m->var_of_site[site], false);
		}
		if (hd_model_is_write(e->site)) {
			access(&matcher, e, m->var_of_site[site], true);
		}
	}
	hd_map_matcher_finish(&matcher);
	*p = s.best;
	return s.best.type != 0;
}
