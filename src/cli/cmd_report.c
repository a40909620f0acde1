// SPDX-License-Identifier: Apache-2.0
// heddle report: an output directory as a report on stdout.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/path.h"
#include "base/typo.h"
#include "cli/cli.h"
#include "report/report.h"
#include "store/finding_dir.h"
#include "store/store.h"

static enum hd_status find_format(const char *name, const struct hd_report_format **format, struct hd_error *error)
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
		return hd_fail(error, HD_BAD_INPUT, "unknown format '%s'; did you mean '%s'?", name, typo.nearest);
	}
	return hd_fail(error, HD_BAD_INPUT, "unknown format '%s'; see heddle report --help", name);
}

// What the database knows of a finding, as far as it goes.
static struct hd_finding *finding_of_row(const json_t *row)
{
	json_t *stored = json_copy((json_t *)row);
	json_object_set(stored, "location", (json_t *)row); // it has the columns file, line and function
	struct hd_finding *finding = hd_finding_decode(stored);
	json_decref(stored);
	return finding;
}

// The stored finding; if its directory is gone, what the database knows.
static struct hd_finding *read_finding(const char *out, const json_t *row)
{
	struct hd_error error = {0};
	struct hd_finding *finding = NULL;
	// Whatever the database says: a finding is in the directory of findings.
	char *relative = hd_finding_dir_name(hd_path_name(hd_json_text(row, "dir", "")));
	char *directory = hd_path_join(out, relative);
	free(relative);
	if (hd_finding_dir_read(directory, &finding, &error) != HD_OK) {
		hd_warning("%s", hd_str_text(&error.text));
		finding = finding_of_row(row);
	}
	finding->campaign = hd_json_int(row, "campaign", 0);
	hd_error_finish(&error);
	free(directory);
	return finding;
}

// All that a report needs.
struct tables {
	json_t *campaigns, *coverage, *pairs, *learned, *contracts;
	struct hd_finding **findings;
	size_t finding_count;
};

static void read_findings(struct tables *tables, const char *out, const json_t *rows)
{
	tables->finding_count = json_array_size(rows);
	tables->findings = calloc(tables->finding_count + 1, sizeof(*tables->findings));
	hd_check(tables->findings != NULL);
	for (size_t i = 0; i < tables->finding_count; i++) {
		tables->findings[i] = read_finding(out, json_array_get(rows, i));
	}
}

static enum hd_status load(const char *out, struct tables *tables, struct hd_error *error)
{
	struct hd_store *store;
	json_t *rows = NULL;
	enum hd_status status = hd_store_open(&store, out, false, error);
	if (status != HD_OK) {
		return status;
	}
	if ((status = hd_store_campaigns(store, &tables->campaigns, error)) == HD_OK &&
		(status = hd_store_findings(store, &rows, error)) == HD_OK) {
		status = hd_store_coverage(store, &tables->coverage, error);
	}
	if (status == HD_OK && (status = hd_store_pairs(store, &tables->pairs, error)) == HD_OK) {
		status = hd_store_learned(store, &tables->learned, error);
	}
	if (status == HD_OK) {
		status = hd_store_contracts(store, &tables->contracts, error);
	}
	hd_store_close(store);
	if (status == HD_OK) {
		read_findings(tables, out, rows);
	}
	json_decref(rows);
	return status;
}

static void finish(struct tables *tables)
{
	for (size_t i = 0; i < tables->finding_count; i++) {
		hd_finding_destroy(tables->findings[i]);
	}
	free(tables->findings);
	json_decref(tables->campaigns);
	json_decref(tables->coverage);
	json_decref(tables->pairs);
	json_decref(tables->learned);
	json_decref(tables->contracts);
}

static void make_rows_printable(json_t **rows)
{
	json_t *printable = hd_json_printable(*rows);
	json_decref(*rows);
	*rows = printable;
}

static void make_printable(struct tables *tables)
{
	make_rows_printable(&tables->campaigns);
	make_rows_printable(&tables->coverage);
	make_rows_printable(&tables->pairs);
	make_rows_printable(&tables->learned);
	make_rows_printable(&tables->contracts);
	for (size_t i = 0; i < tables->finding_count; i++) {
		struct hd_finding *printable = hd_finding_printable(tables->findings[i]);
		hd_finding_destroy(tables->findings[i]);
		tables->findings[i] = printable;
	}
}

static void write_report(const struct hd_report_format *format, const char *out, struct tables *tables)
{
	if (!format->exact) {
		make_printable(tables);
	}
	const struct hd_report report = {
		.directory = out,
		.version = HEDDLE_VERSION,
		.campaigns = tables->campaigns,
		.coverage = tables->coverage,
		.pairs = tables->pairs,
		.learned = tables->learned,
		.contracts = tables->contracts,
		.findings = tables->findings,
		.finding_count = tables->finding_count,
	};
	struct hd_str text = {0};
	format->write(&text, &report);
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
}

static enum hd_status run_report(struct hd_options *options, struct hd_error *error)
{
	const struct hd_report_format *format;
	const char *out = options->files.count > 0 ? options->files.items[0] : options->out;
	struct tables tables = {0};
	enum hd_status status = find_format(options->format, &format, error);
	if (status == HD_OK && options->files.count > 1) {
		status = hd_fail(error, HD_BAD_INPUT, "report takes at most one directory");
	}
	if (status == HD_OK) {
		status = load(out, &tables, error);
	}
	if (status == HD_OK) {
		write_report(format, out, &tables);
	}
	finish(&tables);
	return status;
}

const struct hd_command hd_command_report = {
	.name = "report",
	.arguments = "[DIR] [OPTIONS]",
	.summary = "report findings as html, sarif, junit, json, md or text",
	.description = "DIR: the output directory of earlier campaigns (default heddle-out).",
	.bit = HD_FOR_REPORT,
	.run = run_report,
};
