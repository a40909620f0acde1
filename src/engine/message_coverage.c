// SPDX-License-Identifier: Apache-2.0
// What the end of a campaign tells of coverage: method pairs, synchronization
// pairs, memory-access patterns, and the static model that these are of.
#include "engine/message.h"

#include "engine/line.h"
#include "strategy/map/map.h"
#include "strategy/pairs.h"
#include "strategy/tsa/sync_pairs.h"

// ---- method pairs ------------------------------------------------------------------------

struct counts {
	uint64_t covered, total;
};

static void put_pairs_of(uint16_t class, struct counts *counts)
{
	hd_learn_select(class);
	const struct hd_class_facts *p = hd_class_facts;
	for (size_t i = 0; i < hd_pairs_count(p->nmethods); i++) {
		unsigned a, b;
		hd_pairs_split(i, &a, &b);
		counts->covered += p->covered[i] > 0;
		counts->total++;
		hd_line_open('{');
		hd_line_key_string("a", hd_function(p->methods[a])->name);
		hd_line_key_string("b", hd_function(p->methods[b])->name);
		hd_line_key_number("tried", p->tried[i]);
		hd_line_key_number("covered", p->covered[i]);
		hd_line_key_number("score", hd_pairs_score(p->tried[i], p->covered[i]));
		hd_line_close('}');
	}
}

static struct counts put_pairs(void)
{
	const struct hd_campaign *c = hd_campaign;
	struct counts counts = {0};

	hd_line_key_open("pairs", '[');
	for (unsigned i = 0; i < c->nclasses; i++) {
		put_pairs_of(c->classes[i], &counts);
	}
	hd_line_close(']');
	return counts;
}

// ---- synchronization pairs -----------------------------------------------------------------

// Of all workers together; NULL: the strategy counts none.
static const struct hd_sync_pairs *known_sync_pairs(void)
{
	static struct hd_sync_pairs all;
	const struct hd_worker *w = hd_worker_number(0);
	const struct hd_schedule *strategy = hd_campaign->strategy;
	const struct hd_sync_pairs *p = strategy->sync_pairs && w ? strategy->sync_pairs(w->strategy_state) : NULL;

	if (!p || !p->places || !hd_worker_number(1)) {
		return p && p->places ? p : NULL;
	}
	hd_sync_pairs_init(&all);
	for (unsigned i = 0; (w = hd_worker_number(i)); i++) {
		p = strategy->sync_pairs(w->strategy_state);
		if (p->places) {
			hd_sync_pairs_merge(&all, p);
		}
	}
	return &all;
}

static void put_sync_coverage(const struct hd_sync_pairs *p)
{
	hd_line_key_open("sync_pairs", '{');
	hd_line_key_number("covered", p->ncovered);
	hd_line_key_number("total", hd_sync_pairs_total(p));
	hd_line_key_number("estimated", p->nestimated);
	hd_line_key_number("false_positives", hd_sync_pairs_missed(p));
	hd_line_key_number("false_negatives", p->unexpected);
	hd_line_close('}');
}

static void put_sync_pair(const struct hd_sync_pairs *p, unsigned a, unsigned b)
{
	bool estimated = hd_sync_pairs_has(p->estimated, a, b), covered = hd_sync_pairs_has(p->covered, a, b);

	if (!hd_sync_pairs_has(p->known, a, b) && !covered) {
		return;
	}
	hd_line_open('{');
	hd_line_key("first");
	hd_message_put_site(p->places[a]);
	hd_line_key("second");
	hd_message_put_site(p->places[b]);
	hd_line_key_flag("estimated", estimated);
	hd_line_key_flag("covered", covered);
	hd_line_close('}');
}

static void put_sync_pairs(const struct hd_sync_pairs *p)
{
	hd_line_key_open("sync_pairs", '[');
	for (unsigned a = 0; a < p->nplaces; a++) {
		for (unsigned b = 0; b < p->nplaces; b++) {
			put_sync_pair(p, a, b);
		}
	}
	hd_line_close(']');
	hd_line_key_open("sync_rules", '[');
	for (unsigned i = 0; i < sizeof(p->rules) / sizeof(*p->rules); i++) {
		hd_line_number(p->rules[i]);
	}
	hd_line_close(']');
}

// ---- memory-access patterns ----------------------------------------------------------------

static void put_pattern_coverage(void)
{
	hd_line_key_open("access_patterns", '{');
	hd_line_key_number("covered", hd_map->covered.n);
	hd_line_key_number("total", hd_map->total);
	hd_line_key_number("feasible", hd_map->feasible);
	hd_line_key_number("pruned_by_locks", hd_map->pruned);
	hd_line_key_number("bounded", hd_map->bounded);
	hd_line_key_open("types", '[');
	for (unsigned t = 1; t <= HD_MAP_TYPES; t++) {
		hd_line_number(hd_map->by_type[t]);
	}
	hd_line_close(']');
	hd_line_close('}');
}

// ---- the static model ----------------------------------------------------------------------

static void put_sites(const char *name, const uint32_t *ids, uint32_t n)
{
	hd_line_key_open(name, '[');
	for (uint32_t i = 0; i < n; i++) {
		hd_message_put_site(hd_site_by_id(ids[i]));
	}
	hd_line_close(']');
}

static bool reaches_one_of(const struct hd_model *m, unsigned method, const uint32_t *ids, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (hd_model_reaches(m, method, ids[i])) {
			return true;
		}
	}
	return false;
}

static void put_methods_reaching(const char *name, const struct hd_model *m, const uint32_t *ids, uint32_t n)
{
	hd_line_key_open(name, '[');
	for (unsigned i = 0; i < m->nmethods; i++) {
		if (reaches_one_of(m, i, ids, n)) {
			hd_line_string(hd_function(hd_class_facts->methods[i])->name);
		}
	}
	hd_line_close(']');
}

static void put_variable(const struct hd_model *m, const struct hd_model_var *v)
{
	hd_line_open('{');
	hd_line_key_string("name", v->name);
	put_sites("reads", v->reads, v->nreads);
	put_sites("writes", v->writes, v->nwrites);
	put_methods_reaching("readers", m, v->reads, v->nreads);
	put_methods_reaching("writers", m, v->writes, v->nwrites);
	hd_line_close('}');
}

static void put_model_of(uint16_t class)
{
	const struct hd_model *m = hd_patterns_model(class);

	hd_learn_select(class);
	hd_line_open('{');
	hd_line_key_string("class", __heddle_api.classes[class].name);
	hd_line_key_number("total", hd_map_size_of_program(m));
	hd_line_key_number("feasible", hd_map_size_of_calls(m));
	hd_line_key_open("variables", '[');
	for (unsigned i = 0; i < m->nvars; i++) {
		put_variable(m, &m->vars[i]);
	}
	hd_line_close(']');
	hd_line_close('}');
}

static void put_model(void)
{
	const struct hd_campaign *c = hd_campaign;

	hd_line_key_open("model", '[');
	for (unsigned i = 0; i < c->nclasses; i++) {
		put_model_of(c->classes[i]);
	}
	hd_line_close(']');
}

// ---- growth --------------------------------------------------------------------------------

static void put_growth_row(const char *metric, uint64_t execution, uint64_t ns, uint64_t covered)
{
	hd_line_open('{');
	hd_line_key_string("metric", metric);
	hd_line_key_number("executions", execution);
	hd_line_key_format("seconds", "%.6f", (double)ns * 1e-9);
	hd_line_key_number("covered", covered);
	hd_line_close('}');
}

// Coverage when it grew; of pairs that are counted or not.
static void put_growth(const struct hd_sync_pairs *p)
{
	unsigned npatterns = hd_map_is_on() ? hd_map->nhistory : 0;

	if (!p && npatterns == 0) {
		return;
	}
	hd_line_key_open("growth", '[');
	for (uint32_t i = 0; p && i < p->nhistory; i++) {
		put_growth_row("sync_pairs", p->history[i].execution, p->history[i].ns, p->history[i].covered);
	}
	for (unsigned i = 0; i < npatterns && i < HD_MAP_HISTORY; i++) {
		const struct hd_map_growth *g = &hd_map->history[i];
		put_growth_row("access_patterns", g->execution, g->ns, g->covered);
	}
	hd_line_close(']');
}

// ---- all of it -----------------------------------------------------------------------------

static void put_method_coverage(const struct counts *pairs)
{
	hd_line_key_open("method_pairs", '{');
	hd_line_key_number("covered", pairs->covered);
	hd_line_key_number("total", pairs->total);
	hd_line_close('}');
}

void hd_message_put_coverage(void)
{
	const struct hd_sync_pairs *sync = known_sync_pairs();
	struct counts pairs;
	bool tests = &__heddle_api;

	if (tests) {
		pairs = put_pairs();
	}
	if (tests || sync) {
		hd_line_key_open("coverage", '{');
		if (tests) {
			put_method_coverage(&pairs);
		}
		if (sync) {
			put_sync_coverage(sync);
		}
		if (hd_map_is_on()) {
			put_pattern_coverage();
		}
		hd_line_close('}');
	}
	if (tests && hd_campaign->control->config.mode == HD_MODE_MODEL) {
		put_model();
	}
	if (sync) {
		put_sync_pairs(sync);
	}
	put_growth(sync);
}
