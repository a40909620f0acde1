// SPDX-License-Identifier: Apache-2.0
// heddle merge: output directories of job arrays, CI matrices or other people become one. Each directory is
// read and checked as a whole before anything of it is taken. Findings and their harnesses are written
// first, the database last: if heddle is ended on the way, merging again completes it.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/cli.h"
#include "cli/merge_harness.h"
#include "cli/summary.h"
#include "store/finding_dir.h"
#include "store/store.h"

// One directory that is merged, read.
struct source {
	const char *path;
	struct hd_store *store;
	struct hd_finding **findings;
	char **uids; // of the campaigns that found them
	size_t count;
};

struct merge {
	const struct hd_options *options;
	const char *into;
	struct hd_store *store;
	struct hd_identities identities;
	size_t merged, refused;
	uint64_t campaigns, findings, known, better, apart;
};

// ---- reading one --------------------------------------------------------------------------------

static void source_finish(struct source *source)
{
	for (size_t i = 0; i < source->count; i++) {
		hd_finding_destroy(source->findings[i]);
		free(source->uids[i]);
	}
	free(source->findings);
	free(source->uids);
	hd_store_close(source->store);
}

static enum hd_status read_finding(const struct source *source, const json_t *row, struct hd_finding **finding,
	struct hd_error *error)
{
	const char *id = hd_json_text(row, "id", "");
	// Whatever the database says: a finding is in the directory of findings.
	char *directory = hd_format("%s/" HD_FINDINGS "/%s", source->path, hd_path_name(id));
	enum hd_status status = hd_finding_dir_read(directory, finding, error);
	if (status == HD_OK && (!*id || strcmp((*finding)->id, id) != 0 || strcmp(hd_path_name(id), id) != 0)) {
		status = hd_fail(error, HD_BAD_INPUT, "'%s' is not the finding that the database means", directory);
	}
	free(directory);
	return status;
}

static enum hd_status read_findings(struct source *source, const json_t *rows, struct hd_error *error)
{
	size_t count = json_array_size(rows);
	enum hd_status status = HD_OK;
	source->findings = calloc(count + 1, sizeof(*source->findings));
	source->uids = calloc(count + 1, sizeof(*source->uids));
	hd_check(source->findings && source->uids);
	for (size_t i = 0; i < count && status == HD_OK; i++) {
		const json_t *row = json_array_get(rows, i);
		status = read_finding(source, row, &source->findings[i], error);
		source->uids[i] = hd_copy(hd_json_text(row, "uid", ""));
		source->count = i + 1;
	}
	return status;
}

static enum hd_status source_init(struct source *source, const char *path, struct hd_error *error)
{
	json_t *rows = NULL;
	*source = (struct source){.path = path};
	char *file = hd_path_join(path, HD_STORE_FILE);
	bool there = hd_path_is_file(file);
	free(file);
	if (!there) {
		return hd_fail(error, HD_BAD_INPUT,
			"no " HD_STORE_FILE " there: it is not an output directory of heddle");
	}
	enum hd_status status = hd_store_open(&source->store, path, false, error);
	if (status != HD_OK) {
		return status;
	}
	if ((status = hd_store_check(source->store, error)) == HD_OK &&
		(status = hd_store_findings(source->store, &rows, error)) == HD_OK) {
		status = read_findings(source, rows, error);
	}
	json_decref(rows);
	return status;
}

// ---- its findings --------------------------------------------------------------------------------

// Paths of the finding's own files, in comments of its test: the directory in front of them is another now.
static char *retarget(const char *text, const char *old_id, const char *directory)
{
	struct hd_str out = {0};
	char *mark = hd_format(HD_FINDINGS "/%s/", old_id);
	const char *at;
	while ((at = strstr(text, mark))) {
		const char *begin = at;
		while (begin > text && !strchr(" \t\n'\"", begin[-1])) {
			begin--;
		}
		hd_str_add_bytes(&out, text, (size_t)(begin - text));
		hd_str_addf(&out, "%s/", directory);
		text = at + strlen(mark);
	}
	hd_str_add(&out, text);
	free(mark);
	return hd_str_take(&out);
}

static enum hd_status write_finding(struct merge *merge, struct hd_finding *finding, const char *old_id,
	const char *harness, struct hd_error *error)
{
	char *directory = hd_path_join(merge->into, finding->dir);
	struct hd_str report = {0};
	if (harness) {
		finding->origin.harness = hd_arena_copy(&finding->arena, hd_path_name(harness)); // in build/
	}
	if (finding->test_c) {
		char *text = retarget(finding->test_c, old_id, directory);
		finding->test_c = hd_arena_copy(&finding->arena, text);
		free(text);
	}
	struct hd_options options = *merge->options; // the finding is in this directory now
	options.out = (char *)merge->into;
	hd_summary_finding(&report, finding, &options, &hd_style_plain);
	const struct hd_finding_files files = {.finding = finding, .report = hd_str_text(&report), .harness = harness};
	enum hd_status status = hd_finding_dir_write(directory, &files, error);
	hd_str_finish(&report);
	free(directory);
	return status;
}

// Which of two of one id: fewer switches are easier to understand.
static bool is_better(const struct hd_finding *a, const struct hd_finding *b)
{
	return a->switches != b->switches ? a->switches < b->switches : a->executions_to_find < b->executions_to_find;
}

static void rename_finding(struct hd_finding *finding, const char *id)
{
	char *dir = hd_finding_dir_name(id);
	finding->id = hd_arena_copy(&finding->arena, id);
	finding->dir = hd_arena_copy(&finding->arena, dir);
	free(dir);
}

// The finding under this name in the result; NULL: there is none, or none that could be read.
static struct hd_finding *present(const struct merge *merge, const char *id)
{
	struct hd_error ignored = {0};
	struct hd_finding *finding = NULL;
	char *directory = hd_format("%s/" HD_FINDINGS "/%s", merge->into, id);
	if (hd_path_is_directory(directory)) {
		hd_finding_dir_read(directory, &finding, &ignored);
	}
	hd_error_finish(&ignored);
	free(directory);
	return finding;
}

// Gives the finding the name under which it belongs into the result: its own, or, if that is taken by another
// version of the code, one that says which version it is of. What has the name already is the caller's to destroy.
static struct hd_finding *choose_name(const struct merge *merge, struct hd_finding *finding)
{
	char *plain = hd_copy_bytes(finding->id, strcspn(finding->id, "~"));
	char *own = hd_format("%s~%s", plain, finding->origin.code);
	struct hd_finding *there = present(merge, plain);
	bool other = there && strcmp(there->origin.code, finding->origin.code) != 0;
	if (other) {
		hd_finding_destroy(there);
		there = present(merge, own);
	}
	rename_finding(finding, other ? own : plain);
	free(plain);
	free(own);
	return there;
}

static enum hd_status take_finding(struct merge *merge, const struct source *source, size_t i, struct hd_error *error)
{
	struct hd_finding *finding = source->findings[i];
	char *harness = NULL, *old_id = hd_copy(finding->id);
	enum hd_status status = hd_merge_harness(&merge->identities, finding, source->path, merge->into, &harness,
		error);
	struct hd_finding *there = choose_name(merge, finding);
	bool apart = strchr(finding->id, '~') != NULL;
	merge->known += there != NULL;
	if (status == HD_OK && (!there || is_better(finding, there))) {
		merge->findings += !there;
		merge->better += there != NULL;
		if (!there && apart) {
			merge->apart++;
			hd_warning("%s: finding %s is of another version of the code, and is kept apart as %s",
				source->path, old_id, finding->id);
		}
		if (!harness) {
			hd_warning("%s: the harness of finding %s no longer exists; a replay has to build it again",
				source->path, old_id);
		}
		status = write_finding(merge, finding, old_id, harness, error);
	} else if (status == HD_OK && hd_store_has_finding(merge->store, finding->id)) {
		source->uids[i][0] = '\0'; // the one that is there stays, and so does its row
	} else if (status == HD_OK) {
		source->findings[i] = there; // its row did not get written, if heddle was ended then
		there = finding;
	}
	hd_finding_destroy(there);
	free(harness);
	free(old_id);
	return status;
}

// ---- all of it --------------------------------------------------------------------------------------

static enum hd_status take_source(struct merge *merge, const struct source *source, struct hd_error *error)
{
	uint64_t campaigns = 0;
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < source->count && status == HD_OK; i++) {
		status = hd_interrupt_count() > 0 ? hd_fail(error, HD_INTERNAL, "interrupted")
						  : take_finding(merge, source, i, error);
	}
	if (status == HD_OK) {
		status = hd_store_merge(merge->store, source->store, &campaigns, error);
	}
	for (size_t i = 0; i < source->count && status == HD_OK; i++) {
		if (source->uids[i][0]) {
			status = hd_store_add_finding_of(merge->store, source->uids[i], source->findings[i], error);
		}
	}
	merge->campaigns += campaigns;
	merge->merged += status == HD_OK;
	return status;
}

static bool is_same_directory(const char *a, const char *b)
{
	char *x = realpath(a, NULL), *y = realpath(b, NULL);
	bool same = x && y && strcmp(x, y) == 0;
	free(x);
	free(y);
	return same;
}

// A directory that cannot be merged is named, and costs only itself.
static enum hd_status merge_one(struct merge *merge, const char *path, struct hd_error *error)
{
	struct hd_error why = {0};
	struct source source = {0};
	enum hd_status status = is_same_directory(path, merge->into)
		? hd_fail(&why, HD_BAD_INPUT, "it is the directory to merge into")
		: source_init(&source, path, &why);
	if (status != HD_OK) {
		hd_error("'%s' is not merged: %s", path, hd_str_text(&why.text));
		merge->refused++;
		status = HD_OK;
	} else {
		status = take_source(merge, &source, error);
	}
	source_finish(&source);
	hd_error_finish(&why);
	return status;
}

static void print_coverage(const json_t *rows)
{
	size_t index;
	json_t *row;
	json_array_foreach(rows, index, row) {
		json_int_t total = hd_json_int(row, "total", -1);
		printf("  code %s: %lld", hd_json_text(row, "code", ""), (long long)hd_json_int(row, "covered", 0));
		if (total >= 0) {
			printf(" of %lld", (long long)total);
		}
		printf(" %s covered\n", hd_json_text(row, "metric", ""));
	}
}

static void print_text(const struct merge *merge, json_t *coverage)
{
	printf("heddle: merged %zu director%s into %s: %llu campaign%s and %llu finding%s new; %llu known, %llu kept apart\n",
		merge->merged, merge->merged == 1 ? "y" : "ies", merge->into, (unsigned long long)merge->campaigns,
		merge->campaigns == 1 ? "" : "s", (unsigned long long)merge->findings, merge->findings == 1 ? "" : "s",
		(unsigned long long)merge->known, (unsigned long long)merge->apart);
	if (!merge->options->quiet) {
		json_t *printable = hd_json_printable(coverage);
		print_coverage(printable);
		json_decref(printable);
	}
}

static void print_json(const struct merge *merge, json_t *coverage)
{
	json_t *result = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:O}", "into", merge->into, "merged",
		(json_int_t)merge->merged, "refused", (json_int_t)merge->refused, "campaigns",
		(json_int_t)merge->campaigns, "findings", (json_int_t)merge->findings, "known",
		(json_int_t)merge->known, "improved", (json_int_t)merge->better, "apart", (json_int_t)merge->apart,
		"coverage", coverage);
	char *text = hd_json_dump(result, JSON_INDENT(1));
	fputs(text, stdout);
	free(text);
	json_decref(result);
}

static enum hd_status merge_all(struct merge *merge, struct hd_error *error)
{
	const struct hd_strv *files = &merge->options->files;
	json_t *coverage = NULL;
	enum hd_status status = HD_OK;
	for (size_t i = 1; i < files->count && status == HD_OK; i++) {
		status = merge_one(merge, files->items[i], error);
	}
	if (status == HD_OK && (status = hd_store_united(merge->store, &coverage, error)) == HD_OK) {
		(merge->options->json ? print_json : print_text)(merge, coverage);
	}
	json_decref(coverage);
	if (status == HD_OK && merge->refused > 0) {
		status = hd_fail(error, HD_BAD_INPUT, "%zu of %zu directories could not be merged", merge->refused,
			files->count - 1);
	}
	return status;
}

static enum hd_status run_merge(struct hd_options *options, struct hd_error *error)
{
	if (options->files.count < 2) {
		return hd_fail(error, HD_BAD_INPUT, "merge takes a directory to merge into, and at least one to merge");
	}
	hd_interrupt_watch();
	struct merge merge = {.options = options, .into = options->files.items[0]};
	enum hd_status status = hd_store_open(&merge.store, merge.into, true, error);
	if (status == HD_OK && (status = hd_store_check(merge.store, error)) == HD_OK) {
		status = merge_all(&merge, error);
	}
	hd_store_close(merge.store);
	hd_identities_finish(&merge.identities);
	return status;
}

const struct hd_command hd_command_merge = {
	.name = "merge",
	.arguments = "[OPTIONS] INTO FROM...",
	.summary = "make one output directory of several",
	.description = "INTO: the directory that gets everything; it is made if it is not there. FROM: output\n"
		       "directories of heddle, which stay as they are. Findings that are the same become one,\n"
		       "coverage is united, the campaigns are kept, and the harness of every finding comes along.\n"
		       "A directory that is damaged or not heddle's is named, and nothing of it is taken.",
	.bit = HD_FOR_MERGE,
	.run = run_merge,
};
