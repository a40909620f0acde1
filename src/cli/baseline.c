// SPDX-License-Identifier: Apache-2.0
#include "cli/baseline.h"

#include <string.h>

#include "base/json.h"
#include "base/path.h"

enum hd_status hd_baseline_read(struct hd_baseline *baseline, const char *path, struct hd_error *error)
{
	*baseline = (struct hd_baseline){0};
	if (!path) {
		return HD_OK;
	}
	struct hd_str text = {0};
	json_error_t problem = {0};
	enum hd_status status = hd_path_read(path, &text, error);
	if (status == HD_OK) {
		json_t *object = json_loadb(hd_str_text(&text), text.length, 0, &problem);
		baseline->findings = json_incref(hd_json_array(object, "findings"));
		if (!object) {
			status = hd_fail(error, HD_BAD_INPUT, "the baseline '%s' is not JSON: line %d: %s", path,
				problem.line, problem.text);
		} else if (!baseline->findings) {
			status = hd_fail(error, HD_BAD_INPUT,
				"the baseline '%s' has no \"findings\": make it by 'heddle report --format json'",
				path);
		}
		json_decref(object);
	}
	hd_str_finish(&text);
	return status;
}

void hd_baseline_finish(struct hd_baseline *baseline)
{
	json_decref(baseline->findings);
}

static bool same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool has_text(const json_t *array, const char *text)
{
	size_t index;
	json_t *item;
	json_array_foreach(array, index, item) {
		if (json_is_string(item) && strcmp(json_string_value(item), text) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_same(const json_t *known, const struct hd_finding *finding)
{
	const json_t *functions = hd_json_array(known, "functions");
	bool same = same_text(hd_json_text(known, "kind", ""), finding->kind) &&
		same_text(hd_json_text(known, "class", NULL), finding->class) &&
		same_text(hd_json_text(hd_json_object(known, "location"), "function", NULL),
			finding->location.function) &&
		json_array_size(functions) == finding->functions.count;
	for (size_t i = 0; i < finding->functions.count && same; i++) {
		same = has_text(functions, finding->functions.items[i]);
	}
	return same;
}

bool hd_baseline_has(const struct hd_baseline *baseline, const struct hd_finding *finding)
{
	size_t index;
	json_t *known;
	json_array_foreach(baseline->findings, index, known) {
		if (is_same(known, finding)) {
			return true;
		}
	}
	return false;
}
