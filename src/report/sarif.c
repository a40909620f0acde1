// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0, for code scanning: a rule per verdict, a result per finding with
// its stacks and, as a code flow with a thread flow per thread, its interleaving.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "report/explain.h"
#include "report/finding.h"
#include "report/interleaving.h"
#include "report/report.h"

static const struct {
	const char *kind;
} kinds[] = {
#define HD_VERDICT(name, text, oracle) {text},
#include "abi/verdicts.def"
#undef HD_VERDICT
};

static json_t *make_rules(void)
{
	json_t *rules = json_array();
	// The first verdict is "none".
	for (size_t i = 1; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		json_array_append_new(rules,
			json_pack("{s:s, s:{s:s}, s:{s:s}}", "id", kinds[i].kind, "shortDescription", "text",
				kinds[i].kind, "defaultConfiguration", "level", "error"));
	}
	return rules;
}

// A path as a relative reference of RFC 3986. A colon would make a scheme of what
// is before it.
static json_t *make_uri(const char *path)
{
	struct hd_str uri = {0};
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		if (c < 0x80 && (isalnum(c) || strchr("-._~/!$&'()*+,;=@", c))) {
			hd_str_add_char(&uri, *path);
		} else {
			hd_str_addf(&uri, "%%%02X", c);
		}
	}
	json_t *value = json_string(hd_str_text(&uri));
	hd_str_finish(&uri);
	return value;
}

// NULL when the place has no file.
static json_t *make_location(const struct hd_place *place, const char *message)
{
	if (!place->file) {
		return NULL;
	}
	json_t *physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", make_uri(place->file));
	if (place->line > 0) {
		json_object_set_new(physical, "region", json_pack("{s:I}", "startLine", (json_int_t)place->line));
	}
	json_t *location = json_pack("{s:o}", "physicalLocation", physical);
	if (place->function) {
		json_object_set_new(location, "logicalLocations",
			json_pack("[{s:s, s:s}]", "name", place->function, "kind", "function"));
	}
	if (message && *message) {
		json_object_set_new(location, "message", json_pack("{s:s}", "text", message));
	}
	return location;
}

static json_t *make_stacks(const struct hd_finding *finding)
{
	json_t *stacks = json_array();
	for (size_t i = 0; i < finding->stack_count; i++) {
		const struct hd_stack *stack = &finding->stacks[i];
		json_t *frames = json_array();
		for (size_t j = 0; j < stack->frame_count; j++) {
			json_t *location = make_location(&stack->frames[j], NULL);
			json_array_append_new(frames,
				location ? json_pack("{s:o}", "location", location) : json_object());
		}
		json_array_append_new(stacks,
			json_pack("{s:{s:s}, s:o}", "message", "text", stack->title, "frames", frames));
	}
	return stacks;
}

// The events of one thread with their place in the order of all.
static json_t *make_thread_flow(const struct hd_finding *finding, int thread)
{
	json_t *locations = json_array();
	for (size_t i = 0; i < finding->trace_count; i++) {
		const struct hd_trace_event *event = &finding->trace[i];
		json_t *location = event->thread == thread ? make_location(&event->site, event->op) : NULL;
		if (location) {
			json_array_append_new(locations,
				json_pack("{s:o, s:i}", "location", location, "executionOrder", (int)i + 1));
		}
	}
	if (json_array_size(locations) == 0) {
		json_decref(locations);
		return NULL;
	}
	json_t *flow = json_pack("{s:o}", "locations", locations);
	char *id = hd_format("thread %d", thread);
	json_object_set_new(flow, "id", json_string(id));
	free(id);
	return flow;
}

static json_t *make_code_flow(const struct hd_finding *finding)
{
	struct hd_interleaving table;
	json_t *flows = json_array();
	hd_interleaving_init(&table, finding);
	for (size_t i = 0; i < table.column_count; i++) {
		json_t *flow = make_thread_flow(finding, table.columns[i].thread);
		if (flow) {
			json_array_append_new(flows, flow);
		}
	}
	hd_interleaving_finish(&table);
	return flows;
}

static json_t *make_result(const struct hd_report *report, const struct hd_finding *finding)
{
	struct hd_str text = {0};
	hd_finding_headline(&text, finding);
	hd_str_addf(&text, ": %s", finding->message);
	struct hd_str why = {0}, remedy = {0};
	hd_explain(finding, &why, &remedy);
	if (why.length > 0) {
		hd_str_addf(&text, ". %s %s", hd_str_text(&why), hd_str_text(&remedy));
	}
	hd_str_finish(&remedy);
	hd_str_finish(&why);
	json_t *result = json_pack("{s:s, s:s, s:{s:s}, s:{s:s}}", "ruleId", finding->kind, "level", "error", "message",
		"text", hd_str_text(&text), "partialFingerprints", "heddleFinding/v1", finding->id);
	hd_str_finish(&text);
	json_t *location = make_location(&finding->location, NULL);
	json_object_set_new(result, "locations", location ? json_pack("[o]", location) : json_array());
	json_object_set_new(result, "stacks", make_stacks(finding));
	json_t *flows = make_code_flow(finding);
	if (json_array_size(flows) > 0) {
		json_object_set_new(result, "codeFlows", json_pack("[{s:o}]", "threadFlows", flows));
	} else {
		json_decref(flows);
	}
	struct hd_str command = {0};
	hd_finding_replay_command(&command, "heddle", report->directory, finding, false);
	json_object_set_new(result, "properties",
		json_pack("{s:o, s:I}", "replay", hd_json_string(hd_str_text(&command)), "switches",
			(json_int_t)finding->switches));
	hd_str_finish(&command);
	return result;
}

static void write_sarif(struct hd_str *out, const struct hd_report *report)
{
	json_t *results = json_array();
	for (size_t i = 0; i < report->finding_count; i++) {
		json_array_append_new(results, make_result(report, report->findings[i]));
	}
	json_t *driver = json_pack("{s:s, s:s, s:o}", "name", "heddle", "version", report->version, "rules",
		make_rules());
	json_t *log = json_pack("{s:s, s:s, s:[{s:{s:o}, s:s, s:o}]}", "$schema",
		"https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver", driver,
		"columnKind", "utf16CodeUnits", "results", results);
	char *text = hd_json_dump(log, JSON_INDENT(2));
	hd_str_add(out, text);
	free(text);
	json_decref(log);
}

const struct hd_report_format hd_report_sarif = {
	.name = "sarif",
	.summary = "SARIF 2.1.0, for code scanning",
	.exact = true,
	.write = write_sarif,
};
