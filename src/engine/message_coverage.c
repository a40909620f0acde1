// SPDX-License-Identifier: Apache-2.0
// What the end of a campaign tells of coverage, metric by metric, and the static model that
// patterns are of.
#include "engine/message.h"

#include "engine/line.h"
#include "metric/map/map.h"

// ---- what metrics write ----------------------------------------------------------------------

static void put_object(void)
{
	hd_line_open('{');
}

static void put_site(struct hd_object_key key, const struct hd_site *site)
{
	hd_line_key(key);
	hd_message_put_site(site);
}

static const struct hd_writer writer = {
	.number = hd_line_key_number,
	.text = hd_line_key_string,
	.flag = hd_line_key_flag,
	.site = put_site,
	.list = hd_line_key_list,
	.element = hd_line_number,
	.object = put_object,
	.close = hd_line_close,
};

// ---- the static model ----------------------------------------------------------------------

static void put_sites(struct hd_list_key key, const uint32_t *ids, uint32_t n)
{
	hd_line_key_list(key);
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

static void put_methods_reaching(struct hd_list_key key, const struct hd_class *c, const uint32_t *ids, uint32_t n)
{
	hd_line_key_list(key);
	for (unsigned i = 0; i < c->nmethods; i++) {
		if (reaches_one_of(c->model, i, ids, n)) {
			hd_line_string(hd_function(c->methods[i])->name);
		}
	}
	hd_line_close(']');
}

static void put_variable(const struct hd_class *c, const struct hd_model_var *v)
{
	hd_line_open('{');
	hd_line_key_string(HD_KEY(variable, name), v->name);
	put_sites(HD_KEY(variable, reads), v->reads, v->nreads);
	put_sites(HD_KEY(variable, writes), v->writes, v->nwrites);
	put_methods_reaching(HD_KEY(variable, readers), c, v->reads, v->nreads);
	put_methods_reaching(HD_KEY(variable, writers), c, v->writes, v->nwrites);
	hd_line_close('}');
}

static void put_model_of(uint16_t class)
{
	const struct hd_model *m = hd_class_model(class);

	hd_line_open('{');
	hd_line_key_string(HD_KEY(model, class), __heddle_api.classes[class].name);
	hd_line_key_number(HD_KEY(model, total), hd_map_size_of_program(m));
	hd_line_key_number(HD_KEY(model, feasible), hd_map_size_of_calls(m));
	hd_line_key_list(HD_KEY(model, variables));
	for (unsigned i = 0; i < m->nvars; i++) {
		put_variable(hd_class(class), &m->vars[i]);
	}
	hd_line_close(']');
	hd_line_close('}');
}

static void put_model(void)
{
	const struct hd_campaign *c = hd_campaign;

	hd_line_key_list(HD_KEY(done, model));
	for (unsigned i = 0; i < c->nclasses; i++) {
		put_model_of(c->classes[i]);
	}
	hd_line_close(']');
}

// ---- growth --------------------------------------------------------------------------------

static void put_growth_of(unsigned id)
{
	unsigned n;
	const struct hd_growth *growth = hd_metrics_growth(id, &n);

	for (unsigned i = 0; i < n; i++) {
		hd_line_open('{');
		hd_line_key_string(HD_KEY(growth, metric), hd_metric_names[id]);
		hd_line_key_number(HD_KEY(growth, executions), growth[i].execution);
		hd_line_key_seconds(HD_KEY(growth, seconds), growth[i].ns);
		hd_line_key_number(HD_KEY(growth, covered), growth[i].covered);
		hd_line_close('}');
	}
}

// Coverage when it grew.
static void put_growth(void)
{
	hd_line_key_list(HD_KEY(done, growth));
	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		put_growth_of(id);
	}
	hd_line_close(']');
}

// ---- all of it -----------------------------------------------------------------------------

static bool is_anything_measured(void)
{
	bool any = false;

	for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
		any |= hd_metrics_result(id) != NULL;
	}
	return any;
}

static void put_metric(unsigned id)
{
	const void *state = hd_metrics_result(id);

	if (state && hd_metrics[id]->report) {
		hd_line_entry_object(hd_metric_names[id]);
		hd_metrics[id]->report(state, &writer);
		hd_line_close('}');
	}
}

static void put_rows(unsigned id)
{
	const void *state = hd_metrics_result(id);

	if (state && hd_metrics[id]->rows) {
		hd_metrics[id]->rows(state, &writer);
	}
}

void hd_message_put_coverage(void)
{
	if (is_anything_measured()) {
		hd_line_key_object(HD_KEY(done, coverage));
		for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
			put_metric(id);
		}
		hd_line_close('}');
		for (unsigned id = 0; id < HD_METRIC_COUNT; id++) {
			put_rows(id);
		}
		put_growth();
	}
	if (&__heddle_api && hd_campaign->control->config.mode == HD_MODE_MODEL) {
		put_model();
	}
}
