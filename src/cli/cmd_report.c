// SPDX-License-Identifier: Apache-2.0
// heddle report: an output directory as a report on stdout.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/path.h"
#include "base/typo.h"
#include "cli/cli.h"
#include "report/report.h"
#include "store/finding_dir.h"
#include "store/store.h"

static enum hd_status find_format(const char *name, const struct hd_report_format **format,
	struct hd_error *error)
{
	struct hd_typo typo;
	*format = hd_report_formats[0];
	if (!name) {
		return HD_OK;
	}
	hd_typo_init(&typo, name);
	for (const struct hd_report_format *const *row = hd_report_formats; *row; row++) {
		if (strcmp((*row)->name, name) == 0) {
			*format = *row;
			return HD_OK;
		}
		hd_typo_offer(&typo, (*row)->name);
	}
	if (typo.nearest) {
		return hd_fail(error, HD_BAD_INPUT, "no format '%s'; did you mean '%s'?", name, typo.nearest);
	}
	return hd_fail(error, HD_BAD_INPUT, "no format '%s'; see heddle report --help", name);
}

// The stored finding; if its directory is gone, what the database knows.
static json_t *read_finding(const char *out, const json_t *row)
{
	struct hd_error error = {0};
	json_t *finding = NULL;
	char *directory = hd_path_join(out, hd_json_text(row, "dir", ""));
	if (hd_finding_dir_read(directory, &finding, &error) != HD_OK) {
		hd_warning("%s", hd_str_text(&error.text));
		finding = json_copy((json_t *)row);
		json_object_set_new(finding, "location", json_pack("{s:O, s:O, s:O}", "file",
			json_object_get(row, "file"), "line", json_object_get(row, "line"), "function",
			json_object_get(row, "function")));
	}
	json_object_set(finding, "campaign", json_object_get(row, "campaign"));
	hd_error_finish(&error);
	free(directory);
	return finding;
}

static enum hd_status load(const char *out, json_t *tables[3], struct hd_error *error)
{
	struct hd_store *store;
	enum hd_status status = hd_store_open(&store, out, false, error);
	if (status != HD_OK) {
		return status;
	}
	if ((status = hd_store_campaigns(store, &tables[0], error)) == HD_OK &&
		(status = hd_store_findings(store, &tables[1], error)) == HD_OK) {
		status = hd_store_coverage(store, &tables[2], error);
	}
	hd_store_close(store);
	size_t index;
	json_t *row;
	json_array_foreach(tables[1], index, row) {
		json_array_set_new(tables[1], index, read_finding(out, row));
	}
	return status;
}

static enum hd_status run_report(struct hd_options *options, struct hd_error *error)
{
	const struct hd_report_format *format;
	const char *out = options->files.count > 0 ? options->files.items[0] : options->out;
	json_t *tables[3] = {0};
	enum hd_status status = find_format(options->format, &format, error);
	if (status == HD_OK && options->files.count > 1) {
		status = hd_fail(error, HD_BAD_INPUT, "report wants one directory");
	}
	if (status == HD_OK) {
		status = load(out, tables, error);
	}
	if (status == HD_OK) {
		struct hd_str text = {0};
		struct hd_report report = {
			.directory = out,
			.version = HEDDLE_VERSION,
			.campaigns = tables[0],
			.findings = tables[1],
			.coverage = tables[2],
		};
		format->write(&text, &report);
		fputs(hd_str_text(&text), stdout);
		hd_str_finish(&text);
	}
	for (int i = 0; i < 3; i++) {
		json_decref(tables[i]);
	}
	return status;
}

const struct hd_command hd_command_report = {
	.name = "report",
	.arguments = "[DIR] [OPTIONS]",
	.summary = "write what was found as html, sarif, junit, json, md or text",
	.description = "DIR: the output directory of earlier campaigns (default heddle-out).",
	.bit = HD_FOR_REPORT,
	.run = run_report,
};
