// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include <sqlite3.h>

#include "base/json.h"
#include "base/path.h"
#include "store/finding_dir.h"
#include "store/store.h"

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

static json_t *make_finding(const char *message)
{
	return json_pack("{s:s, s:s, s:s, s:n, s:{s:s, s:i, s:s}, s:i, s:i, s:f, s:s, s:s}", "id",
		"deadlock-12345678", "kind", "deadlock", "message", message, "class", "location", "file",
		"bank.c", "line", 49, "function", "transfer", "switches", 3, "executions_to_find", 12,
		"seconds_to_find", 0.5, "hash", "00000000deadbeef", "dir", "findings/deadlock-12345678");
}

static void campaigns_and_findings_are_kept(void **state)
{
	(void)state;
	struct hd_error error = {0};
	struct hd_store *store;
	json_t *arguments = json_pack("[s]", "run"), *rows;
	int64_t id;
	struct hd_store_campaign campaign = {.command = "run", .version = "1", .strategy = "pct",
		.arguments = arguments, .seed = 7};
	struct hd_store_result result = {.reason = "budget", .seconds = 2.5, .executions = 1000};
	struct hd_store_coverage coverage = {.metric = "schedules", .covered = 5, .total = -1};
	assert_int_equal(hd_store_open(&store, directory, true, &error), HD_OK);
	assert_int_equal(hd_store_begin(store, &campaign, &id, &error), HD_OK);
	for (int i = 0; i < 2; i++) {
		json_t *finding = make_finding(i ? "second" : "first");
		assert_int_equal(hd_store_add_finding(store, id, finding, &error), HD_OK);
		json_decref(finding);
	}
	assert_int_equal(hd_store_add_coverage(store, id, &coverage, &error), HD_OK);
	assert_int_equal(hd_store_end(store, id, &result, &error), HD_OK);
	json_t *pairs = json_pack("[{s:s, s:s, s:i, s:i, s:i}]", "a", "push", "b", "pop", "tried", 3, "covered",
		2, "score", 3);
	assert_int_equal(hd_store_add_pairs(store, id, pairs, &error), HD_OK);
	assert_int_equal(hd_store_add_pairs(store, id, NULL, &error), HD_OK);
	json_decref(pairs);
	for (int i = 0; i < 2; i++) {
		json_t *learned = json_pack("[{s:s, s:s}]", "function", "push", "text", i ? "new" : "old");
		assert_int_equal(hd_store_add_learned(store, id + i, learned, &error), HD_OK);
		json_decref(learned);
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
	expect_refusal("no heddle database");
	char *path = hd_path_join(directory, HD_STORE_FILE);
	assert_int_equal(hd_path_write(path, "this is no database, it is a text of some length", &error), HD_OK);
	expect_refusal("damaged");
	free(path);
	hd_error_finish(&error);
}

static void finding_directories_are_read_back(void **state)
{
	(void)state;
	struct hd_error error = {0};
	json_t *finding = make_finding("message"), *read;
	char *path = hd_path_join(directory, "findings/deadlock-12345678");
	assert_int_equal(hd_finding_dir_write(path, finding, "heddle-schedule 1\nseed 1\n", "report\n", &error), HD_OK);
	assert_int_equal(hd_finding_dir_read(path, &read, &error), HD_OK);
	assert_string_equal(hd_json_text(read, "id", ""), "deadlock-12345678");
	json_decref(read);
	assert_int_equal(hd_finding_dir_write(path, finding, "rubbish", "report\n", &error), HD_OK);
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
	json_decref(finding);
	hd_error_finish(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(campaigns_and_findings_are_kept, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(other_databases_are_refused, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(finding_directories_are_read_back, make_directory, remove_directory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
