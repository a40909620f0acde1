// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include "base/json.h"
#include "report/finding.h"
#include "report/interleaving.h"
#include "report/report.h"
#include "report/symbols.h"
#include "report/text.h"

static json_t *make_event(int thread, const char *op, int line, const char *variable, const char *value)
{
	json_t *event = json_pack("{s:i, s:s, s:{s:s, s:i, s:s}}", "t", thread, "op", op, "site", "file",
		"<queue & co>.c", "line", line, "function", "push");
	if (variable) {
		json_object_set_new(json_object_get(event, "site"), "variable", json_string(variable));
	}
	if (value) {
		json_object_set_new(event, "value", json_string(value));
		json_object_set_new(event, "size", json_integer(4));
	}
	return event;
}

// A race between `threads` threads with `events` events each.
static json_t *make_message(int threads, int events)
{
	json_t *trace = json_array();
	for (int i = 0; i < threads; i++) {
		for (int j = 0; j < events; j++) {
			bool last = j + 1 == events;
			json_array_append_new(trace,
				make_event(i, j % 2 ? "write" : "read", 10 + j,
					last ? "struct queue.head" : "struct queue.tail",
					last ? "0xffffffff" : "0x2a"));
		}
	}
	return json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:f, s:s, s:i, s:i, s:{s:s, s:i, s:s, s:s},"
			 " s:[{s:i, s:s, s:[]}, {s:i, s:s, s:[]}], s:s, s:o}",
		"type", "finding", "kind", "data-race", "message", "write & read of <head>", "details", "a \"detail\"",
		"seed", 3, "execution", 17, "seconds", 0.25, "hash", "0123456789abcdef", "switches", 2, "thread", 1,
		"site", "file", "<queue & co>.c", "line", 19, "function", "push", "variable", "struct queue.head",
		"stacks", "thread", 0, "title", "read", "frames", "thread", 1, "title", "write", "frames", "schedule",
		"heddle-schedule 1\n", "trace", trace);
}

static struct hd_finding *make_finding(int threads, int events)
{
	struct hd_symbols *symbols = hd_symbols_create();
	json_t *message = make_message(threads, events);
	struct hd_finding *finding = hd_finding_create(message, "/proc/self/exe", symbols);
	finding->dir = "findings/x";
	finding->campaign = 1;
	json_decref(message);
	hd_symbols_destroy(symbols);
	return finding;
}

// Writes a report of one finding and one campaign; the caller frees it.
static char *write_report(const struct hd_report_format *format)
{
	struct hd_finding *finding = make_finding(3, 4);
	json_t *campaigns = json_pack("[{s:i, s:s, s:s, s:i, s:i, s:f, s:s, s:s}]", "id", 1, "command", "run",
		"strategy", "pct", "seed", 3, "executions", 1000, "seconds", 1.5, "started", "2024-01-01T00:00:00Z",
		"reason", "finding");
	json_t *coverage = json_array();
	struct hd_report report = {.directory = "out",
		.version = "1.2",
		.campaigns = campaigns,
		.findings = &finding,
		.finding_count = 1,
		.coverage = coverage,
		.contracts = coverage};
	struct hd_str text = {0};
	format->write(&text, &report);
	hd_finding_destroy(finding);
	json_decref(campaigns);
	json_decref(coverage);
	return hd_str_take(&text);
}

static void finding_has_what_is_promised(void **state)
{
	(void)state;
	static const char *const names[] = {"id", "kind", "class", "functions", "location", "stack", "threads",
		"prefix", "switches", "executions_to_find", "seconds_to_find", "dir", "pattern", "cause", NULL};
	struct hd_finding *finding = make_finding(2, 4);
	json_t *public = hd_finding_public(finding, "out");
	for (const char *const *name = names; *name; name++) {
		if (!json_object_get(public, *name)) {
			fail_msg("no %s", *name);
		}
	}
	assert_int_equal(json_object_size(public), 14);
	assert_string_equal(hd_json_text(public, "dir", ""), "out/findings/x");
	assert_int_equal(strncmp(hd_json_text(public, "id", ""), "data-race-", 10), 0);
	assert_int_equal(strlen(hd_json_text(public, "id", "")), 18);
	json_decref(public);
	hd_finding_destroy(finding);
}

// A finding is the same after it was stored.
static void findings_are_read_as_written(void **state)
{
	(void)state;
	struct hd_finding *finding = make_finding(2, 4);
	finding->origin.command = "run";
	json_t *written = hd_finding_encode(finding);
	struct hd_finding *read = hd_finding_decode(written);
	assert_string_equal(read->id, finding->id);
	assert_int_equal(read->trace_count, 8);
	assert_string_equal(read->details.items[0], "a \"detail\"");
	read->origin = finding->origin; // what it says of how it was found has defaults
	json_t *again = hd_finding_encode(read);
	assert_true(json_equal(written, again));
	json_decref(again);
	json_decref(written);
	hd_finding_destroy(read);
	hd_finding_destroy(finding);
}

static void sarif_is_what_the_standard_wants(void **state)
{
	(void)state;
	char *text = write_report(&hd_report_sarif);
	json_t *log = json_loads(text, 0, NULL);
	assert_non_null(log);
	assert_string_equal(hd_json_text(log, "version", ""), "2.1.0");
	const json_t *run = json_array_get(json_object_get(log, "runs"), 0);
	const json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
	assert_string_equal(hd_json_text(driver, "name", ""), "heddle");
	const json_t *result = json_array_get(json_object_get(run, "results"), 0);
	assert_string_equal(hd_json_text(result, "ruleId", ""), "data-race");
	const json_t *location = json_array_get(json_object_get(result, "locations"), 0);
	const json_t *physical = json_object_get(location, "physicalLocation");
	assert_string_equal(hd_json_text(json_object_get(physical, "artifactLocation"), "uri", ""),
		"%3Cqueue%20&%20co%3E.c");
	const json_t *region = json_object_get(physical, "region");
	assert_int_equal(hd_json_int(region, "startLine", 0), 19);
	const json_t *flow = json_array_get(json_object_get(result, "codeFlows"), 0);
	assert_int_equal(json_array_size(json_object_get(flow, "threadFlows")), 3);
	json_decref(log);
	free(text);
}

static void json_is_one_object(void **state)
{
	(void)state;
	char *text = write_report(&hd_report_json);
	json_t *object = json_loads(text, 0, NULL);
	assert_string_equal(hd_json_text(object, "tool", ""), "heddle");
	assert_int_equal(json_array_size(json_object_get(object, "findings")), 1);
	assert_int_equal(json_array_size(json_object_get(object, "campaigns")), 1);
	json_decref(object);
	free(text);
}

static void markup_is_escaped(void **state)
{
	(void)state;
	const struct hd_report_format *const formats[] = {&hd_report_junit, &hd_report_html};
	for (int i = 0; i < 2; i++) {
		char *text = write_report(formats[i]);
		assert_null(strstr(text, "<queue"));
		assert_non_null(strstr(text, "&lt;queue &amp; co&gt;.c"));
		free(text);
	}
	char *text = write_report(&hd_report_junit);
	assert_non_null(strstr(text, "tests=\"1\" failures=\"1\""));
	free(text);
}

static void every_format_writes_something(void **state)
{
	(void)state;
	for (const struct hd_report_format *const *format = hd_report_formats; *format; format++) {
		char *text = write_report(*format);
		assert_true(strlen(text) > 100);
		assert_non_null(strstr(text, "data-race"));
		free(text);
	}
}

static size_t widest_line(const char *text)
{
	size_t widest = 0;
	while (*text) {
		const char *end = strchrnul(text, '\n');
		char *line = hd_copy_bytes(text, (size_t)(end - text));
		size_t width = hd_text_width(line);
		widest = width > widest ? width : widest;
		free(line);
		text = *end ? end + 1 : end;
	}
	return widest;
}

static void interleavings_fit_the_line(void **state)
{
	(void)state;
	for (int threads = 1; threads <= 12; threads++) {
		struct hd_finding *finding = make_finding(threads, 7);
		struct hd_interleaving table;
		struct hd_str text = {0};
		hd_interleaving_init(&table, finding);
		assert_int_equal(table.column_count, threads);
		hd_interleaving_print(&table, &hd_style_plain, &text);
		assert_true(widest_line(hd_str_text(&text)) <= 100);
		assert_non_null(strstr(hd_str_text(&text), "✗ data-race"));
		assert_non_null(strstr(hd_str_text(&text), "42"));
		hd_str_finish(&text);
		hd_interleaving_finish(&table);
		hd_finding_destroy(finding);
	}
}

static void long_interleavings_are_shortened(void **state)
{
	(void)state;
	struct hd_finding *finding = make_finding(2, 5000);
	struct hd_interleaving table;
	hd_interleaving_init(&table, finding);
	assert_true(table.row_count < 60);
	size_t elided = 0, involved = 0;
	for (size_t i = 0; i < table.row_count; i++) {
		elided += table.rows[i].kind == HD_ROW_ELIDED;
		involved += table.rows[i].kind == HD_ROW_EVENT && table.rows[i].involved;
	}
	assert_int_equal(elided, 2);
	assert_int_equal(involved, 2);
	hd_interleaving_finish(&table);
	hd_finding_destroy(finding);
}

static void incomplete_messages_do_no_harm(void **state)
{
	(void)state;
	const char *const messages[] = {"{}", "{\"kind\":5,\"stacks\":{},\"trace\":7,\"site\":[]}",
		"{\"kind\":\"abort\",\"stacks\":[{\"frames\":[{},{\"module\":\"x\",\"offset\":-1}]}],\"trace\":[{},{\"t\":-4}]}",
		"{\"details\":\"one\\ntwo\",\"site\":{\"line\":3}}",
		"{\"threads\":[[1,null],2,{}],\"prefix\":[1],\"functions\":[1],\"details\":[2]}",
		"{\"trace\":[{\"t\":2147483647},{\"t\":-2147483648},{\"t\":5}],\"seconds\":1e300}", NULL};
	struct hd_symbols *symbols = hd_symbols_create();
	for (const char *const *text = messages; *text; text++) {
		json_t *message = json_loads(*text, 0, NULL);
		assert_non_null(message);
		struct hd_finding *stored = hd_finding_decode(message);
		json_t *public = hd_finding_public(stored, "out");
		json_decref(public);
		hd_finding_destroy(stored);
		struct hd_finding *finding = hd_finding_create(message, "/proc/self/exe", symbols);
		struct hd_str out = {0};
		hd_text_verdict(&out, finding, &hd_style_plain);
		hd_text_finding(&out, finding, &hd_style_plain);
		hd_str_finish(&out);
		hd_finding_destroy(finding);
		json_decref(message);
	}
	hd_symbols_destroy(symbols);
}

static void ids_name_a_directory_in_place(void **state)
{
	(void)state;
	struct hd_symbols *symbols = hd_symbols_create();
	json_t *message = json_pack("{s:s}", "kind", "../../etc/x y\033");
	struct hd_finding *finding = hd_finding_create(message, "/proc/self/exe", symbols);
	assert_memory_equal(finding->id, "------etc-x-y--", 15);
	hd_finding_destroy(finding);
	json_decref(message);
	hd_symbols_destroy(symbols);
}

static void rows_of_the_database_are_escaped(void **state)
{
	(void)state;
	json_t *campaigns = json_pack("[{s:i, s:s, s:s, s:s, s:s}]", "id", 1, "command", "<a>", "strategy", "<b>",
		"started", "<c>", "reason", "<d>");
	json_t *none = json_array();
	struct hd_report report = {.directory = "out",
		.version = "1",
		.campaigns = campaigns,
		.coverage = none,
		.contracts = none};
	struct hd_str text = {0};
	hd_report_html.write(&text, &report);
	hd_report_junit.write(&text, &report);
	for (char c = 'a'; c <= 'd'; c++) {
		char tag[] = {'<', c, '>', '\0'};
		assert_null(strstr(hd_str_text(&text), tag));
	}
	hd_str_finish(&text);
	json_decref(campaigns);
	json_decref(none);
}

static void markdown_is_escaped(void **state)
{
	(void)state;
	struct hd_finding one = {.id = "a|b](c)", .kind = "x", .message = "five ````` ticks", .dir = "f`g"};
	struct hd_finding *finding = &one;
	json_t *none = json_array();
	struct hd_report report = {.directory = "my out",
		.version = "1",
		.campaigns = none,
		.findings = &finding,
		.finding_count = 1,
		.coverage = none,
		.contracts = none};
	struct hd_str text = {0};
	hd_report_md.write(&text, &report);
	assert_non_null(strstr(hd_str_text(&text), "[a\\|b\\](c)](#a-b--c-)"));
	assert_non_null(strstr(hd_str_text(&text), "``````text\n"));
	assert_non_null(strstr(hd_str_text(&text), "Replay: `` heddle replay 'my out/f`g' ``\n"));
	hd_str_finish(&text);
	json_decref(none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finding_has_what_is_promised),
		cmocka_unit_test(findings_are_read_as_written),
		cmocka_unit_test(sarif_is_what_the_standard_wants),
		cmocka_unit_test(json_is_one_object),
		cmocka_unit_test(markup_is_escaped),
		cmocka_unit_test(every_format_writes_something),
		cmocka_unit_test(interleavings_fit_the_line),
		cmocka_unit_test(long_interleavings_are_shortened),
		cmocka_unit_test(incomplete_messages_do_no_harm),
		cmocka_unit_test(ids_name_a_directory_in_place),
		cmocka_unit_test(rows_of_the_database_are_escaped),
		cmocka_unit_test(markdown_is_escaped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
