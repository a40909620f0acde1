// SPDX-License-Identifier: Apache-2.0
// What the host reads: files that others may have written, and words from the command line.
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#include "api/compile_db.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/path.h"
#include "base/shell.h"
#include "cli/baseline.h"
#include "cli/cli.h"
#include "cli/test_source.h"
#include "crash/crash.h"
#include "harness/flag_check.h"
#include "report/finding.h"
#include "report/interleaving.h"
#include "report/report.h"
#include "report/text.h"
#include "store/finding_dir.h"
#include "store/schedule_file.h"
#include "store/store.h"

static void expect(bool condition)
{
	if (!condition) {
		abort();
	}
}

static void fuzz_schedule(char *text, size_t size)
{
	(void)size;
	struct hd_error error = {0};
	enum hd_status status = hd_schedule_file_check(text, "file", &error);
	expect((status == HD_OK) == (error.text.length == 0));
	hd_error_finish(&error);
}

// ---- findings --------------------------------------------------------------------

// No text of a finding may reach the terminal as a command to it.
static void expect_printable(const char *text)
{
	struct hd_str safe = {0};
	hd_str_add_printable(&safe, text);
	expect(strcmp(hd_str_text(&safe), text) == 0);
	hd_str_finish(&safe);
}

static void write_all_formats(struct hd_finding *finding, json_t *campaigns)
{
	struct hd_finding *safe_finding = hd_finding_printable(finding);
	json_t *safe_campaigns = hd_json_printable(campaigns);
	for (const struct hd_report_format *const *format = hd_report_formats; *format; format++) {
		const struct hd_report report = {
			.directory = "out",
			.version = "1",
			.campaigns = (*format)->exact ? campaigns : safe_campaigns,
			.findings = (*format)->exact ? &finding : &safe_finding,
			.finding_count = 1,
			.coverage = (*format)->exact ? campaigns : safe_campaigns,
			.pairs = (*format)->exact ? campaigns : safe_campaigns,
			.learned = (*format)->exact ? campaigns : safe_campaigns,
			.contracts = (*format)->exact ? campaigns : safe_campaigns,
		};
		struct hd_str text = {0};
		(*format)->write(&text, &report);
		if (!(*format)->exact) {
			expect_printable(hd_str_text(&text));
		}
		hd_str_finish(&text);
	}
	hd_finding_destroy(safe_finding);
	json_decref(safe_campaigns);
}

// What is written of a finding is read as the same again.
static void expect_stable(const struct hd_finding *finding)
{
	json_t *written = hd_finding_encode(finding);
	struct hd_finding *read = hd_finding_decode(written);
	json_t *again = hd_finding_encode(read);
	expect(json_equal(written, again));
	json_decref(again);
	json_decref(written);
	hd_finding_destroy(read);
}

// The same object as a finding and as a row of the database.
static void fuzz_finding(char *text, size_t size)
{
	json_t *stored = json_loadb(text, size, 0, NULL);
	if (!json_is_object(stored)) {
		json_decref(stored);
		return;
	}
	json_t *list = json_pack("[O]", stored);
	struct hd_finding *finding = hd_finding_decode(stored);
	write_all_formats(finding, list);
	expect_stable(finding);
	struct hd_str out = {0};
	struct hd_options options;
	hd_options_init(&options, "heddle", "test");
	hd_test_source(&out, finding, &options, "directory");
	hd_options_finish(&options);
	hd_str_finish(&out);
	json_t *public = hd_finding_public(finding, "out");
	json_decref(public);
	hd_finding_destroy(finding);
	json_decref(list);
	json_decref(stored);
}

// ---- the database -------------------------------------------------------------------

// stdout is not of interest; reports write there.
static void run_report(const char *directory)
{
	static bool silent;
	if (!silent) {
		int null = open("/dev/null", O_WRONLY);
		dup2(null, STDOUT_FILENO);
		close(null);
		silent = true;
	}
	static const char *const formats[] = {"text", "json", "md", "html", "junit", "sarif"};
	static unsigned next;
	struct hd_options options;
	struct hd_error error = {0};
	hd_options_init(&options, "heddle", "report");
	free(options.out);
	options.out = hd_copy(directory);
	options.format = hd_copy(formats[next++ % 6]);
	hd_diag_quiet(true);
	hd_command_report.run(&options, &error);
	hd_options_finish(&options);
	hd_error_finish(&error);
}

static void fuzz_database(char *text, size_t size)
{
	static const char *const beside[] = {"campaign.db-journal", "campaign.db-wal", "campaign.db-shm"};
	fuzz_file("campaign.db", text, size);
	run_report(fuzz_directory());
	for (int i = 0; i < 3; i++) {
		char path[128];
		snprintf(path, sizeof(path), "%s/%s", fuzz_directory(), beside[i]);
		unlink(path);
	}
}

// Lines of the input as the columns of rows, in a database that is otherwise good.
static void fuzz_rows(char *text, size_t size)
{
	(void)size;
	char path[128];
	snprintf(path, sizeof(path), "%s/campaign.db", fuzz_directory());
	unlink(path);
	struct hd_error error = {0};
	struct hd_store *store;
	expect(hd_store_open(&store, fuzz_directory(), true, &error) == HD_OK);
	int64_t id = 0;
	while (*text) {
		char *words[6];
		for (int i = 0; i < 6; i++) {
			words[i] = text;
			text = strchrnul(text, '\n');
			if (*text) {
				*text++ = '\0';
			}
		}
		json_t *list = json_pack("[o, o]", hd_json_string(words[0]), hd_json_string(words[1]));
		const struct hd_store_campaign campaign = {.command = words[0],
			.version = words[1],
			.class = words[2],
			.strategy = words[3],
			.arguments = list,
			.seed = strtoull(words[4], NULL, 10)};
		const struct hd_store_result result = {.reason = words[5], .seconds = strtod(words[4], NULL)};
		hd_store_begin(store, &campaign, &id, &error);
		hd_store_end(store, id, &result, &error);
		const struct hd_finding finding = {.id = words[0],
			.kind = words[1],
			.message = words[2],
			.dir = words[3],
			.hash = "",
			.seconds_to_find = strtod(words[4], NULL)};
		hd_store_add_finding(store, id, &finding, &error);
		const struct hd_done_pair pair = {.a = words[4], .b = words[5]};
		const struct hd_done_learned learned = {.function = words[4], .text = words[5]};
		hd_store_add_pairs(store, id, &pair, 1, &error);
		const struct hd_done_contract contract = {.class = words[1],
			.contract = words[2],
			.why = words[3],
			.problem = words[4]};
		hd_store_add_contracts(store, id, &contract, 1, &error);
		hd_store_add_learned(store, id, &learned, 1, &error);
		json_decref(list);
	}
	hd_store_close(store);
	hd_error_finish(&error);
	run_report(fuzz_directory());
}

// ---- words and hints --------------------------------------------------------------

static void fuzz_options(char *text, size_t size)
{
	static const unsigned commands[] = {HD_FOR_RUN, HD_FOR_REPLAY, HD_FOR_REPORT, HD_FOR_TEST};
	(void)size;
	for (size_t i = 0; i < 4; i++) {
		struct hd_strv words = {0};
		struct hd_options options;
		struct hd_error error = {0};
		hd_options_init(&options, "heddle", "run");
		if (hd_shell_split(text, &words) && words.count > 0) {
			hd_options_parse(&options, commands[i], (int)words.count, words.items, &error);
		}
		// What is quoted is read back as it was.
		for (size_t k = 0; k < words.count; k++) {
			struct hd_str quoted = {0};
			struct hd_strv again = {0};
			hd_shell_quote(&quoted, words.items[k]);
			expect(hd_shell_split(hd_str_text(&quoted), &again) && again.count == 1 &&
				strcmp(again.items[0], words.items[k]) == 0);
			hd_strv_finish(&again);
			hd_str_finish(&quoted);
		}
		hd_options_finish(&options);
		hd_strv_finish(&words);
		hd_error_finish(&error);
	}
}

static void make_model(const char *header, const char *hints)
{
	struct hd_strv headers = {0}, files = {0}, cflags = {0};
	struct hd_error error = {0};
	struct hd_api_model *model = NULL;
	struct hd_str thunks = {0}, inlines = {0};
	hd_strv_add(&headers, header);
	if (hints) {
		hd_strv_add(&files, hints);
	}
	const struct hd_api_request request = {.headers = &headers, .cflags = &cflags, .hints = &files};
	if (hd_api_create(&model, &request, &error) == HD_OK) {
		hd_api_list_text(model, &thunks);
		json_decref(hd_api_list_json(model));
		if (hd_api_select(model, NULL, &error) == HD_OK) {
			hd_api_write_thunks(model, &thunks, &inlines);
		}
	}
	hd_api_destroy(model);
	hd_str_finish(&thunks);
	hd_str_finish(&inlines);
	hd_strv_finish(&headers);
	hd_strv_finish(&files);
	hd_strv_finish(&cflags);
	hd_error_finish(&error);
}

static void fuzz_headers(char *text, size_t size)
{
	make_model(fuzz_file("api.h", text, size), NULL);
}

static void fuzz_hints(char *text, size_t size)
{
	static const char declarations[] =
		"typedef struct lib lib;\nlib *lib_new(int size);\nvoid lib_free(lib *l);\nint lib_push(lib *l, int value);\n";
	static char header[128];
	if (!header[0]) {
		snprintf(header, sizeof(header), "%s", fuzz_file("lib.h", declarations, strlen(declarations)));
	}
	make_model(header, fuzz_file("hints.ini", text, size));
}

extern fuzz_target fuzz_messages; // messages.c

// ---- builds and baselines ----------------------------------------------------------------

static void fuzz_build(char *text, size_t size)
{
	struct hd_compile_db db;
	struct hd_error error = {0};
	enum hd_status status = hd_compile_db_read(&db, fuzz_file("compile_commands.json", text, size), &error);
	expect((status == HD_OK) == (db.count > 0));
	for (size_t i = 0; i < db.count; i++) {
		expect(db.commands[i].file[0] == '/' &&
			hd_compile_db_find(&db, db.commands[i].file) == &db.commands[i]);
		expect(hd_flag_check(&db.commands[i].flags) == NULL); // none that could run anything
	}
	expect(status != HD_OK || hd_compile_db_nearest(&db, "/include/x.h") != NULL);
	hd_compile_db_finish(&db);
	hd_error_finish(&error);
}

static void fuzz_baseline(char *text, size_t size)
{
	struct hd_baseline baseline;
	struct hd_error error = {0};
	json_t *message = json_pack("{s:s, s:s}", "kind", "deadlock", "class", "lib");
	struct hd_finding *finding = hd_finding_decode(message);
	if (hd_baseline_read(&baseline, fuzz_file("baseline.json", text, size), &error) == HD_OK) {
		hd_baseline_has(&baseline, finding);
	}
	hd_baseline_finish(&baseline);
	hd_finding_destroy(finding);
	json_decref(message);
	hd_error_finish(&error);
}

// ---- stacks of crashes -----------------------------------------------------------------

static void expect_usable(const struct hd_crash *crash)
{
	size_t crashed = 0;
	expect(crash->count > 0 && crash->format && hd_crash_kind_name(crash->kind));
	for (size_t i = 0; i < crash->count; i++) {
		const struct hd_crash_thread *thread = &crash->threads[i];
		expect(thread->count > 0 && thread->title);
		crashed += thread->crashed;
		for (size_t j = 0; j < thread->count; j++) {
			const struct hd_crash_frame *frame = &thread->frames[j];
			const char *const texts[] = {frame->function, frame->file, frame->module, thread->title};
			for (size_t k = 0; k < 4; k++) {
				expect(k == 3 || !texts[k] || *texts[k]);
				expect_printable(texts[k] ? texts[k] : "");
			}
		}
	}
	expect(crashed > 0);
}

static void read_crash(const char *text, size_t size, const char *format)
{
	struct hd_crash crash;
	struct hd_error error = {0};
	enum hd_status status = hd_crash_read_text(&crash, text, size, format, NULL, &error);
	expect((status == HD_OK) == (error.text.length == 0));
	if (status == HD_OK) {
		expect_usable(&crash);
	} else {
		expect(status == HD_BAD_INPUT && crash.count == 0);
	}
	hd_crash_finish(&crash);
	hd_error_finish(&error);
}

// By the reader that understands most, and by each in turn.
static void fuzz_crash(char *text, size_t size)
{
	static size_t next;
	read_crash(text, size, NULL);
	next = hd_crash_readers[next + 1] ? next + 1 : 0;
	read_crash(text, size, hd_crash_reader_name(hd_crash_readers[next]));
}

const struct fuzz_entry fuzz_targets[] = {
	{"schedule", fuzz_schedule},
	{"finding", fuzz_finding},
	{"database", fuzz_database},
	{"rows", fuzz_rows},
	{"options", fuzz_options},
	{"headers", fuzz_headers},
	{"crash", fuzz_crash},
	{"hints", fuzz_hints},
	{"build", fuzz_build},
	{"baseline", fuzz_baseline},
	{"messages", fuzz_messages},
	{0},
};
