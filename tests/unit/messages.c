// SPDX-License-Identifier: Apache-2.0
// The contract of messages: what heddle accepts, and what it makes of what it does not.
#include "unit.h"

#include "base/json.h"
#include "message/check.h"
#include "message/done.h"
#include "message/message.h"

#define SITE "{\"file\":\"a.c\",\"line\":3,\"column\":7,\"function\":\"f\"}"
#define DONE \
	"\"type\":\"done\",\"reason\":\"budget\",\"executions\":5,\"blocked\":0,\"traces\":0,\"cut_off\":1,\"hung\":0,\"ignored\":0," \
	"\"unconfirmed\":0,\"lost\":[],\"leaked\":0,\"isolated\":false,\"steps\":9,\"seconds\":0.5,\"violations\":0"

static void expect(const char *text, const char *wanted)
{
	struct hd_str problem = {0};
	json_t *message = json_loads(text, 0, NULL);
	assert_non_null(message);
	assert_int_equal(hd_message_check(message, &problem), !*wanted);
	assert_string_equal(hd_str_text(&problem), wanted);
	hd_str_finish(&problem);
	json_decref(message);
}

static void what_is_agreed_is_accepted(void **state)
{
	(void)state;
	expect("{\"type\":\"note\",\"level\":\"error\",\"text\":\"x\",\"site\":" SITE "}", "");
	expect("{\"type\":\"replay\",\"same\":true,\"kind\":\"none\",\"hash\":\"0\"}", "");
	expect("{" DONE "}", "");
	expect("{" DONE ",\"coverage\":{\"any\":{\"covered\":1,\"total\":2}},\"sync_rules\":[1,2]}", "");
}

static void what_is_not_is_named(void **state)
{
	(void)state;
	expect("{\"type\":\"note\",\"level\":\"error\",\"text\":\"x\",\"where\":" SITE "}", "'note' has no 'where'");
	expect("{\"type\":\"note\",\"level\":\"error\",\"text\":\"x\",\"site\":{}}", "'site' lacks 'file'");
	expect("{\"type\":\"note\",\"level\":1,\"text\":\"x\"}", "'level' of 'note' has another type");
	expect("{\"type\":\"note\",\"level\":\"error\"}", "'note' lacks 'text'");
	expect("{\"type\":\"other\"}", "unknown message 'other'");
	expect("[]", "unknown message ''");
	expect("{" DONE ",\"coverage\":{\"any\":{\"total\":1}}}", "'metric' lacks 'covered'");
	expect("{" DONE ",\"coverage\":{\"any\":7}}", "something is not a 'metric'");
	expect("{" DONE ",\"sync_rules\":[1,\"2\"]}", "something is not a 'number'");
	expect("{" DONE ",\"pairs\":[{\"a\":\"f\"}]}", "'pair' lacks 'class'");
}

static void notes_have_a_place(void **state)
{
	(void)state;
	json_t *message = json_loads("{\"type\":\"note\",\"level\":\"error\",\"text\":\"x\",\"site\":" SITE "}", 0,
		NULL);
	struct hd_note note;
	hd_note_decode(&note, message);
	assert_true(note.error && note.has_site);
	assert_string_equal(note.site.function, "f");
	assert_int_equal(note.site.line, 3);
	json_decref(message);
}

static void the_end_is_decoded(void **state)
{
	(void)state;
	json_t *message = json_loads(
		"{" DONE ",\"tests\":2,\"pairs\":[{\"class\":\"c\",\"a\":\"f\",\"b\":\"g\",\"tried\":4,"
		"\"covered\":3,\"score\":2}],\"coverage\":{\"sync_pairs\":{\"covered\":1,\"total\":2,\"estimated\":3}},"
		"\"model\":[{\"class\":\"c\",\"variables\":[{\"name\":\"v\",\"reads\":[" SITE
		"],\"readers\":[\"f\",1]}]}]}",
		0, NULL);
	assert_non_null(message);
	struct hd_done done;
	hd_done_init(&done, message);
	json_decref(message);
	assert_string_equal(done.reason, "budget");
	assert_int_equal(done.executions, 5);
	assert_int_equal(done.tests, 2);
	assert_string_equal(done.pairs[0].class, "c");
	assert_int_equal(done.pairs[0].score, 2);
	assert_int_equal(hd_done_metric(&done, "sync_pairs")->estimated, 3);
	assert_null(hd_done_metric(&done, "method_pairs"));
	assert_int_equal(done.model[0].variables[0].reads[0].column, 7);
	assert_int_equal(done.model[0].variables[0].readers.count, 1);
	hd_done_finish(&done);
}

static void anything_can_be_decoded(void **state)
{
	(void)state;
	const char *const texts[] = {"[]", "7", "{}",
		"{\"coverage\":[1],\"pairs\":[1,[],null],\"model\":[{\"variables\":[3]}]}",
		"{\"coverage\":{\"x\":1},\"lost\":{},\"sync_pairs\":[{\"first\":5}],\"growth\":[[]],\"learned\":[2]}",
		NULL};
	for (const char *const *text = texts; *text; text++) {
		json_t *message = json_loads(*text, JSON_DECODE_ANY, NULL);
		struct hd_done done;
		struct hd_note note;
		struct hd_replayed replayed;
		hd_done_init(&done, message);
		hd_note_decode(&note, message);
		hd_replayed_decode(&replayed, message);
		assert_string_equal(done.reason, "error");
		assert_string_equal(note.text, "");
		hd_done_finish(&done);
		json_decref(message);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_agreed_is_accepted),
		cmocka_unit_test(what_is_not_is_named),
		cmocka_unit_test(notes_have_a_place),
		cmocka_unit_test(the_end_is_decoded),
		cmocka_unit_test(anything_can_be_decoded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
