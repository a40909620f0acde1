// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/path.h"
#include "base/scratch.h"
#include "store/finding_dir.h"
#include "store/store.h"
#include "store/store_internal.h"

static char directory[64];

static int make_directory(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/heddle-unit-XXXXXX");
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	(void)state;
	hd_path_remove_tree(directory);
	return 0;
}

static struct hd_finding make_finding(const char *message)
{
	return (struct hd_finding){
		.id = "deadlock-12345678",
		.kind = "deadlock",
		.message = message,
		.location = {.file = "bank.c", .line = 49, .function = "transfer"},
		.switches = 3,
		.executions_to_find = 12,
		.seconds_to_find = 0.5,
		.hash = "00000000deadbeef",
		.dir = "findings/deadlock-12345678",
		.schedule = "heddle-schedule 2\n",
	};
}

static void campaigns_and_findings_are_kept(void **state)
{
	(void)state;
	struct hd_error error = {0};
	struct hd_store *store;
	json_t *arguments = json_pack("[s]", "run"), *rows;
	int64_t id;
	struct hd_store_campaign campaign = {.command = "run",
		.version = "1",
		.strategy = "pct",
		.arguments = arguments,
		.seed = 7};
	struct hd_store_result result = {.reason = "budget", .seconds = 2.5, .executions = 1000};
	struct hd_store_coverage coverage = {.metric = "schedules", .covered = 5, .total = -1};
	assert_int_equal(hd_store_open(&store, directory, true, &error), HD_OK);
	assert_int_equal(hd_store_begin(store, &campaign, &id, &error), HD_OK);
	for (int i = 0; i < 2; i++) {
		struct hd_finding finding = make_finding(i ? "second" : "first");
		assert_int_equal(hd_store_add_finding(store, id, &finding, &error), HD_OK);
	}
	assert_int_equal(hd_store_add_coverage(store, id, &coverage, &error), HD_OK);
	assert_int_equal(hd_store_end(store, id, &result, &error), HD_OK);
	const struct hd_done_pair pair =
		{.class = "stack", .a = "push", .b = "pop", .tried = 3, .covered = 2, .score = 3};
	assert_int_equal(hd_store_add_pairs(store, id, &pair, 1, &error), HD_OK);
	assert_int_equal(hd_store_add_pairs(store, id, NULL, 0, &error), HD_OK);
	for (int i = 0; i < 2; i++) {
		const struct hd_done_learned learned = {.function = "push", .text = i ? "new" : "old"};
		assert_int_equal(hd_store_add_learned(store, id + i, &learned, 1, &error), HD_OK);
	}
	for (int i = 0; i < 2; i++) {
		const struct hd_done_contract contract = {.class = "stack",
			.contract = i ? "shared" : "nothing",
			.why = "",
			.tested = i};
		assert_int_equal(hd_store_add_contracts(store, id + i, &contract, 1, &error), HD_OK);
	}
	hd_store_close(store);

	assert_int_equal(hd_store_open(&store, directory, false, &error), HD_OK);
	assert_int_equal(hd_store_campaigns(store, &rows, &error), HD_OK);
	assert_int_equal(json_array_size(rows), 1);
	assert_int_equal(hd_json_int(json_array_get(rows, 0), "executions", 0), 1000);
	assert_string_equal(hd_json_text(json_array_get(rows, 0), "reason", ""), "budget");
	json_decref(rows);
	assert_int_equal(hd_store_findings(store, &rows, &error), HD_OK);
	assert_int_equal(json_array_size(rows), 1);
	assert_string_equal(hd_json_text(json_array_get(rows, 0), "message", ""), "second");
	assert_int_equal(hd_json_int(json_array_get(rows, 0), "line", 0), 49);
	json_decref(rows);
	assert_int_equal(hd_store_coverage(store, &rows, &error), HD_OK);
	assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "total")));
	json_decref(rows);
	assert_int_equal(hd_store_pairs(store, &rows, &error), HD_OK);
	assert_int_equal(hd_json_int(json_array_get(rows, 0), "tried", 0), 3);
	assert_string_equal(hd_json_text(json_array_get(rows, 0), "class", ""), "stack");
	json_decref(rows);
	assert_int_equal(hd_store_contracts(store, &rows, &error), HD_OK);
	assert_int_equal(json_array_size(rows), 1);
	assert_string_equal(hd_json_text(json_array_get(rows, 0), "contract", ""), "shared");
	assert_int_equal(hd_json_int(json_array_get(rows, 0), "tested", 0), 1);
	json_decref(rows);
	assert_int_equal(hd_store_learned(store, &rows, &error), HD_OK);
	assert_int_equal(json_array_size(rows), 1);
	assert_string_equal(hd_json_text(json_array_get(rows, 0), "text", ""), "new");
	json_decref(rows);
	hd_store_close(store);
	json_decref(arguments);
	hd_error_finish(&error);
}

static void expect_refusal(const char *why)
{
	struct hd_error error = {0};
	struct hd_store *store;
	assert_int_equal(hd_store_open(&store, directory, true, &error), HD_BAD_INPUT);
	assert_null(store);
	if (!strstr(hd_str_text(&error.text), why)) {
		fail_msg("'%s' does not contain '%s'", hd_str_text(&error.text), why);
	}
	hd_error_finish(&error);
}

static void change_database(const char *sql)
{
	char *path = hd_path_join(directory, HD_STORE_FILE);
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	free(path);
}

static void other_databases_are_refused(void **state)
{
	(void)state;
	struct hd_error error = {0};
	struct hd_store *store;
	assert_int_equal(hd_store_open(&store, directory, false, &error), HD_BAD_INPUT);
	assert_int_equal(hd_store_open(&store, directory, true, &error), HD_OK);
	hd_store_close(store);
	change_database("PRAGMA user_version = 77");
	expect_refusal("version 77");
	change_database("PRAGMA application_id = 1");
	expect_refusal("not a heddle database");
	char *path = hd_path_join(directory, HD_STORE_FILE);
	assert_int_equal(hd_path_write(path, "this is no database, it is a text of some length", &error), HD_OK);
	expect_refusal("damaged");
	free(path);
	hd_error_finish(&error);
}

// A database as the first version of heddle wrote it, with a campaign and a finding.
static const char first_version[] =
	"PRAGMA application_id = 1751475300; PRAGMA user_version = 1;"
	"CREATE TABLE campaigns (id INTEGER PRIMARY KEY, command TEXT NOT NULL, version TEXT NOT NULL,"
	" started TEXT NOT NULL, arguments TEXT NOT NULL, class TEXT, strategy TEXT NOT NULL, seed INTEGER NOT NULL,"
	" reason TEXT, seconds REAL NOT NULL DEFAULT 0, tests INTEGER NOT NULL DEFAULT 0,"
	" executions INTEGER NOT NULL DEFAULT 0, blocked INTEGER NOT NULL DEFAULT 0, traces INTEGER NOT NULL DEFAULT 0,"
	" cut_off INTEGER NOT NULL DEFAULT 0, steps INTEGER NOT NULL DEFAULT 0);"
	"CREATE TABLE findings (id TEXT PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaigns (id),"
	" kind TEXT NOT NULL, message TEXT NOT NULL, class TEXT, file TEXT, line INTEGER, function TEXT,"
	" switches INTEGER NOT NULL, executions_to_find INTEGER NOT NULL, seconds_to_find REAL NOT NULL,"
	" hash TEXT NOT NULL, dir TEXT NOT NULL);"
	"CREATE TABLE coverage (campaign INTEGER NOT NULL REFERENCES campaigns (id), executions INTEGER NOT NULL,"
	" seconds REAL NOT NULL, metric TEXT NOT NULL, covered INTEGER NOT NULL, total INTEGER);"
	"CREATE INDEX coverage_of_campaign ON coverage (campaign);"
	"INSERT INTO campaigns (command, version, started, arguments, strategy, seed, executions)"
	" VALUES ('run', '0', '2026-01-01T00:00:00Z', '[]', 'auto', 1, 42), ('run', '0', '2026-01-02T00:00:00Z', '[]',"
	" 'auto', 2, 43);"
	"INSERT INTO findings VALUES ('abort-1', 2, 'abort', 'abort', NULL, 'a.c', 7, 'f', 1, 2, 0.5, 'ff',"
	" 'findings/abort-1');";

// The tables and columns, as a text that two databases of one version have in common.
static char *describe_schema(struct hd_store *store)
{
	struct hd_error error = {0};
	json_t *rows;
	assert_int_equal(
		hd_store_query(store,
			"SELECT m.name AS t, c.name AS c, c.type AS type, c.\"notnull\" AS n FROM sqlite_master AS m"
			" JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY t, c",
			NULL, 0, &rows, &error),
		HD_OK);
	char *text = json_dumps(rows, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(rows);
	hd_error_finish(&error);
	return text;
}

static void expect_first_version(struct hd_store *store, const char *schema, const char *uids)
{
	struct hd_error error = {0};
	char *upgraded = describe_schema(store);
	assert_string_equal(upgraded, schema);
	json_t *campaigns, *findings;
	assert_int_equal(hd_store_campaigns(store, &campaigns, &error), HD_OK);
	assert_int_equal(hd_store_findings(store, &findings, &error), HD_OK);
	assert_int_equal(json_array_size(campaigns), 2);
	const char *first = hd_json_text(json_array_get(campaigns, 0), "uid", "");
	const char *second = hd_json_text(json_array_get(campaigns, 1), "uid", "");
	char *both = hd_format("%s, %s", first, second);
	assert_string_not_equal(first, second);
	assert_string_equal(both, uids);
	assert_int_equal(hd_json_int(json_array_get(campaigns, 1), "executions", 0), 43);
	assert_string_equal(hd_json_text(json_array_get(findings, 0), "id", ""), "abort-1");
	json_decref(campaigns);
	json_decref(findings);
	free(both);
	free(upgraded);
}

static void read_bytes(const char *path, struct hd_str *bytes)
{
	struct hd_error error = {0};
	assert_int_equal(hd_path_read(path, bytes, &error), HD_OK);
}

// To read: a copy of it, each time the same; the file is not touched. To write: the file itself.
static void earlier_versions_are_upgraded(void **state)
{
	(void)state;
	static const char uids[] = "2026-01-01T00:00:00Z 1 0.0 42 1, 2026-01-02T00:00:00Z 2 0.0 43 2";
	struct hd_error error = {0};
	struct hd_store *store;
	struct hd_str before = {0}, after = {0};
	assert_int_equal(hd_store_open(&store, directory, true, &error), HD_OK);
	char *today = describe_schema(store);
	hd_store_close(store);
	char *path = hd_path_join(directory, HD_STORE_FILE);
	unlink(path);
	change_database(first_version);
	read_bytes(path, &before);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(hd_store_open(&store, directory, false, &error), HD_OK);
		expect_first_version(store, today, uids);
		hd_store_close(store);
	}
	read_bytes(path, &after);
	assert_int_equal(after.length, before.length);
	assert_memory_equal(after.data, before.data, before.length);
	assert_int_equal(hd_store_open(&store, directory, true, &error), HD_OK);
	expect_first_version(store, today, uids);
	hd_store_close(store);
	hd_str_truncate(&after, 0);
	read_bytes(path, &after);
	assert_true(after.length != before.length || memcmp(after.data, before.data, before.length) != 0);
	hd_str_finish(&before);
	hd_str_finish(&after);
	free(today);
	free(path);
	hd_error_finish(&error);
}

// An upgrade that fails half-way changes nothing: here a table is there already.
static void failed_upgrades_change_nothing(void **state)
{
	(void)state;
	change_database(first_version);
	change_database("CREATE TABLE covered (x)");
	expect_refusal("covered already exists");
	change_database("DROP TABLE covered");
	struct hd_error error = {0};
	struct hd_store *store;
	assert_int_equal(hd_store_open(&store, directory, false, &error), HD_OK);
	hd_store_close(store);
	hd_error_finish(&error);
}

static void write_finding(const char *path, const char *message, const char *schedule)
{
	struct hd_error error = {0};
	struct hd_finding finding = make_finding(message);
	finding.schedule = schedule;
	const struct hd_finding_files files = {.finding = &finding, .report = "report\n"};
	assert_int_equal(hd_finding_dir_write(path, &files, &error), HD_OK);
	hd_error_finish(&error);
}

static size_t count_entries(const char *path)
{
	size_t count = 0;
	DIR *stream = opendir(path);
	assert_non_null(stream);
	while (readdir(stream)) {
		count++;
	}
	closedir(stream);
	return count - 2; // . and ..
}

// Opens both files in the directory that is there now; the seed of each, or false if
// the directory was replaced and removed meanwhile.
static bool read_seeds(const char *path, int seeds[2])
{
	static const char *const names[] = {HD_FINDING_JSON, HD_FINDING_SCHEDULE};
	int fd = open(path, O_RDONLY | O_DIRECTORY);
	bool read_both = fd >= 0;
	for (int i = 0; i < 2 && read_both; i++) {
		char text[4096] = "";
		int file = openat(fd, names[i], O_RDONLY);
		read_both = file >= 0 && read(file, text, sizeof(text) - 1) > 0;
		const char *seed = strstr(text, "seed ");
		seeds[i] = seed ? atoi(seed + 5) : -1;
		close(file);
	}
	close(fd);
	return read_both;
}

static void readers_see_whole_findings(void **state)
{
	(void)state;
	char *path = hd_path_join(directory, "findings/deadlock-12345678");
	write_finding(path, "seed 1", "heddle-schedule 2\nseed 1\n");
	pid_t reader = fork();
	if (reader == 0) {
		for (int i = 0, seeds[2]; i < 20000; i++) {
			if (read_seeds(path, seeds) && seeds[0] != seeds[1]) {
				_exit(1);
			}
		}
		_exit(0);
	}
	int status = 0;
	for (int i = 1; waitpid(reader, &status, WNOHANG) == 0; i++) {
		write_finding(path, i % 2 ? "seed 2" : "seed 1",
			i % 2 ? "heddle-schedule 2\nseed 2\n" : "heddle-schedule 2\nseed 1\n");
	}
	assert_int_equal(status, 0);
	free(path);
}

static void own_notes_stay_and_leftovers_go(void **state)
{
	(void)state;
	struct hd_error error = {0};
	char *parent = hd_path_join(directory, "findings");
	char *path = hd_path_join(parent, "deadlock-12345678"), *notes = hd_path_join(path, "notes");
	write_finding(path, "message", "heddle-schedule 2\n");
	assert_int_equal(hd_path_write(notes, "mine", &error), HD_OK);
	write_finding(path, "message", "heddle-schedule 2\n");
	assert_true(hd_path_exists(notes));
	assert_int_equal(count_entries(parent), 1);
	// One that a process left, one that is in use, one that is a person's.
	struct hd_scratch used, left;
	assert_int_equal(hd_scratch_create(&used, parent, &error), HD_OK);
	assert_int_equal(hd_scratch_create(&left, parent, &error), HD_OK);
	close(left.mark);
	char *own = hd_path_join(parent, ".heddle-tmp-mine"), *file = hd_path_join(own, "file");
	assert_int_equal(hd_path_make(own, &error), HD_OK);
	assert_int_equal(hd_path_write(file, "mine", &error), HD_OK);
	hd_scratch_sweep(parent);
	assert_true(hd_path_exists(used.path));
	assert_false(hd_path_exists(left.path));
	assert_true(hd_path_exists(file));
	hd_scratch_remove(&used);
	assert_int_equal(count_entries(parent), 2);
	free(left.path);
	free(file);
	free(own);
	free(notes);
	free(path);
	free(parent);
	hd_error_finish(&error);
}

static void finding_directories_are_read_back(void **state)
{
	(void)state;
	struct hd_error error = {0};
	struct hd_finding *read;
	char *path = hd_path_join(directory, "findings/deadlock-12345678");
	write_finding(path, "message", "heddle-schedule 2\nseed 1\n");
	assert_int_equal(hd_finding_dir_read(path, &read, &error), HD_OK);
	assert_string_equal(read->id, "deadlock-12345678");
	assert_string_equal(read->message, "message");
	assert_int_equal(read->location.line, 49);
	hd_finding_destroy(read);
	write_finding(path, "message", "rubbish");
	assert_int_equal(hd_finding_dir_read(path, &read, &error), HD_BAD_INPUT);
	assert_null(read);
	char *json = hd_path_join(path, HD_FINDING_JSON);
	assert_int_equal(hd_path_write(json, "{\"format\":", &error), HD_OK);
	assert_int_equal(hd_finding_dir_read(path, &read, &error), HD_BAD_INPUT);
	assert_int_equal(hd_path_write(json, "{\"format\":9}", &error), HD_OK);
	assert_int_equal(hd_finding_dir_read(path, &read, &error), HD_BAD_INPUT);
	assert_non_null(strstr(hd_str_text(&error.text), "format 9"));
	free(json);
	free(path);
	hd_error_finish(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(campaigns_and_findings_are_kept, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(other_databases_are_refused, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(earlier_versions_are_upgraded, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(failed_upgrades_change_nothing, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(finding_directories_are_read_back, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(readers_see_whole_findings, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(own_notes_stay_and_leftovers_go, make_directory, remove_directory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
