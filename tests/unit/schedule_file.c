// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include "store/schedule_file.h"

static void good_files_are_taken(void **state)
{
	(void)state;
	struct hd_error error = {0};
	const char *text =
		"heddle-schedule 2\nseed 42\neager 1\nrace 3 4\nrun 0 17\nchoice 2\nrun 253 9223372036854775806\nchoice 255\n"
		"test 0 2 0\ncall -1 0 0:1\n";
	assert_int_equal(hd_schedule_file_check(text, "file", &error), HD_OK);
	hd_error_finish(&error);
}

static void expect_refusal(const char *text, const char *why)
{
	struct hd_error error = {0};
	assert_int_equal(hd_schedule_file_check(text, "file", &error), HD_BAD_INPUT);
	if (!strstr(hd_str_text(&error.text), why)) {
		fail_msg("'%s' does not contain '%s'", hd_str_text(&error.text), why);
	}
	hd_error_finish(&error);
}

static void other_files_are_refused(void **state)
{
	(void)state;
	expect_refusal("", "not a heddle schedule");
	expect_refusal("ELF", "not a heddle schedule");
	expect_refusal("heddle-schedule 1\n", "format 1");
	expect_refusal("heddle-schedule 3\n", "format 3");
	expect_refusal("heddle-schedule 2\nrun 1\n", "line 2");
	expect_refusal("heddle-schedule 2\nseed 1\nrun 1 2 3\n", "line 3");
	expect_refusal("heddle-schedule 2\nseed 1\nrun x 2\n", "line 3");
	expect_refusal("heddle-schedule 2\nwalk 1 2\n", "line 2");
	expect_refusal("heddle-schedule 2\nrun 254 2\n", "line 2");
	expect_refusal("heddle-schedule 2\nrun -1 2\n", "line 2");
	expect_refusal("heddle-schedule 2\nrun 4294967296 2\n", "line 2");
	expect_refusal("heddle-schedule 2\nrun 0 9223372036854775807\n", "line 2");
	expect_refusal("heddle-schedule 2\nrun 0 99999999999999999999999\n", "line 2");
	expect_refusal("heddle-schedule 2\nchoice 256\n", "line 2");
	expect_refusal("heddle-schedule 2\neager 2\n", "line 2");
	expect_refusal("heddle-schedule 2\ntesting 1\n", "line 2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_files_are_taken),
		cmocka_unit_test(other_files_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
