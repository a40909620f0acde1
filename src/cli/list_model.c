// SPDX-License-Identifier: Apache-2.0
#include "cli/list_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"

static void show_note(void *context, const json_t *note)
{
	const struct hd_campaign *campaign = context;
	hd_campaign_show_note(note, campaign->harness);
}

static void add_sites(struct hd_str *out, const char *verb, const json_t *sites)
{
	size_t index;
	json_t *site;
	json_array_foreach(sites, index, site) {
		hd_str_addf(out, "    %-5s  %s:%lld:%lld  %s\n", verb, hd_path_display(hd_json_text(site, "file", "?")),
			(long long)hd_json_int(site, "line", 0), (long long)hd_json_int(site, "column", 0),
			hd_json_text(site, "function", "?"));
	}
}

static void add_methods(struct hd_str *out, const char *heading, const json_t *methods)
{
	size_t index;
	json_t *method;
	if (json_array_size(methods) == 0) {
		return;
	}
	hd_str_addf(out, "    %s", heading);
	json_array_foreach(methods, index, method) {
		hd_str_addf(out, "%s%s", index ? ", " : " ", json_string_value(method));
	}
	hd_str_add_char(out, '\n');
}

static void add_class(struct hd_str *out, const json_t *class)
{
	const json_t *variables = hd_json_array(class, "variables");
	size_t index;
	json_t *variable;
	hd_str_addf(out, "class %s: %zu shared variable%s, %lld memory-access patterns (%lld for concurrent calls)\n",
		hd_json_text(class, "class", "?"), json_array_size(variables), json_array_size(variables) == 1 ? "" : "s",
		(long long)hd_json_int(class, "total", 0), (long long)hd_json_int(class, "feasible", 0));
	json_array_foreach(variables, index, variable) {
		hd_str_addf(out, "  %s\n", hd_json_text(variable, "name", "?"));
		add_sites(out, "read", hd_json_array(variable, "reads"));
		add_sites(out, "write", hd_json_array(variable, "writes"));
		add_methods(out, "read by", hd_json_array(variable, "readers"));
		add_methods(out, "written by", hd_json_array(variable, "writers"));
	}
}

static void print(const struct hd_campaign *campaign)
{
	const json_t *model = hd_json_array(campaign->outcome.done, "model");
	if (campaign->options->json) {
		char *text = hd_json_dump(model, JSON_INDENT(2));
		fputs(text, stdout);
		free(text);
		return;
	}
	struct hd_str text = {0};
	size_t index;
	json_t *class;
	json_array_foreach(model, index, class) {
		add_class(&text, class);
	}
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
}

enum hd_status hd_list_model(struct hd_campaign *campaign, struct hd_error *error)
{
	campaign->config.mode = HD_MODE_MODEL;
	const struct hd_worker_request request = {
		.harness = campaign->harness,
		.config = campaign->config,
		.stdout_is_ours = true,
	};
	const struct hd_worker_events events = {.context = campaign, .note = show_note};
	enum hd_status status = hd_worker_run(&request, &events, &campaign->outcome, error);
	if (status != HD_OK) {
		return status;
	}
	if (!hd_json_array(campaign->outcome.done, "model")) {
		return campaign->outcome.error_note ? HD_BAD_INPUT
			: hd_fail(error, HD_INTERNAL, "the harness gave no model");
	}
	print(campaign);
	return HD_OK;
}
