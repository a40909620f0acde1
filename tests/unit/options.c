// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include "abi/control.h"
#include "cli/options.h"
#include "cli/values.h"

// Parses the words; the caller finishes options and error.
static enum hd_status parse(struct hd_options *options, struct hd_error *error, unsigned command, char *const *words)
{
	int count = 0;
	while (words[count]) {
		count++;
	}
	hd_options_init(options, "heddle", "run");
	return hd_options_parse(options, command, count, words, error);
}

static void expect_error(char *const *words, const char *text)
{
	struct hd_options options;
	struct hd_error error = {0};
	assert_int_equal(parse(&options, &error, HD_FOR_RUN, words), HD_BAD_INPUT);
	if (!strstr(hd_str_text(&error.text), text)) {
		fail_msg("'%s' does not contain '%s'", hd_str_text(&error.text), text);
	}
	hd_options_finish(&options);
	hd_error_finish(&error);
}

static void defaults_are_those_of_the_manual(void **state)
{
	(void)state;
	struct hd_options options;
	hd_options_init(&options, "heddle", "run");
	assert_string_equal(options.schedule, "auto");
	assert_string_equal(options.out, "heddle-out");
	assert_int_equal(options.time_ms, 30000);
	assert_int_equal(options.seed, 1);
	assert_int_equal(options.depth, 3);
	assert_int_equal(options.bound, UINT32_MAX);
	assert_true(options.oracles & HD_ORACLE_RACE);
	assert_false(options.oracles & HD_ORACLE_LEAK);
	hd_options_finish(&options);
}

static void options_are_taken_in_every_form(void **state)
{
	(void)state;
	char *words[] = {"--seed", "7", "a.c", "--time=2m", "-Iinc", "-D", "X=1", "-lm", "--keep-going", "--oracle",
		"race,leak", "--cflags", "-O2 -DZ", "--", "--seed", "x", NULL};
	struct hd_options options;
	struct hd_error error = {0};
	assert_int_equal(parse(&options, &error, HD_FOR_RUN, words), HD_OK);
	assert_int_equal(options.seed, 7);
	assert_int_equal(options.time_ms, 120000);
	assert_true(options.time_set);
	assert_true(options.keep_going);
	assert_int_equal(options.oracles, HD_ORACLE_RACE | HD_ORACLE_LEAK);
	assert_int_equal(options.files.count, 1);
	assert_int_equal(options.cflags.count, 4);
	assert_string_equal(options.cflags.items[0], "-Iinc");
	assert_string_equal(options.cflags.items[1], "-DX=1");
	assert_string_equal(options.cflags.items[3], "-DZ");
	assert_string_equal(options.libs.items[0], "-lm");
	assert_int_equal(options.args.count, 2);
	assert_string_equal(options.args.items[0], "--seed");
	hd_options_finish(&options);
	hd_error_finish(&error);
}

static void tests_have_strategies_of_their_own(void **state)
{
	(void)state;
	char *words[] = {"--strategy", "covcon", "--schedule", "pct", "--class", "stack", "--threads", "3", "--hints",
		"a.ini", "--list-api", "a.h", "a.c", NULL};
	struct hd_options options;
	struct hd_error error = {0};
	assert_int_equal(parse(&options, &error, HD_FOR_TEST, words), HD_OK);
	assert_string_equal(options.strategy, "covcon");
	assert_string_equal(options.schedule, "pct");
	assert_string_equal(options.class_name, "stack");
	assert_string_equal(options.hints.items[0], "a.ini");
	assert_int_equal(options.threads, 3);
	assert_true(options.list_api);
	assert_int_equal(options.files.count, 2);
	hd_options_finish(&options);
	assert_int_equal(parse(&options, &error, HD_FOR_RUN, (char *[]){"--class", "x", NULL}), HD_BAD_INPUT);
	hd_options_finish(&options);
	assert_int_equal(parse(&options, &error, HD_FOR_RUN, (char *[]){"--strategy", "pct", NULL}), HD_OK);
	assert_string_equal(options.schedule, "pct");
	hd_options_finish(&options);
	hd_error_finish(&error);
}

static void mistakes_are_explained(void **state)
{
	(void)state;
	expect_error((char *[]){"--sede", "1", NULL}, "did you mean '--seed'");
	expect_error((char *[]){"--schedule", "radnom", NULL}, "did you mean 'random'");
	expect_error((char *[]){"--schedule", "replay", NULL}, "unknown strategy 'replay'");
	expect_error((char *[]){"--oracle", "races", NULL}, "did you mean 'race'");
	expect_error((char *[]){"--seed", NULL}, "needs a value");
	expect_error((char *[]){"--seed", "-3", NULL}, "expects N");
	expect_error((char *[]){"--seed", "9223372036854775808", NULL}, "from 0 to 9223372036854775807");
	expect_error((char *[]){"--executions", "0", NULL}, "from 1 to 9223372036854775807");
	expect_error((char *[]){"--time", "soon", NULL}, "expects TIME from 1ms to 1000000h");
	expect_error((char *[]){"--time", "0", NULL}, "expects TIME from 1ms to 1000000h, not '0'");
	expect_error((char *[]){"--time", "1000001h", NULL}, "expects TIME from 1ms to 1000000h");
	expect_error((char *[]){"--hang", "0.5ms", NULL}, "expects TIME from 1ms");
	expect_error((char *[]){"--heap", "0", NULL}, "expects SIZE from 1 to 1000000G, reuse or fresh, not '0'");
	expect_error((char *[]){"--heap", "reused", NULL}, "not 'reused'");
	expect_error((char *[]){"--heap", "reuse", "--schedule", "dpor", NULL}, "cannot be used with --schedule dpor");
	expect_error((char *[]){"--probability", "2", NULL}, "expects P from 0.001 to 1");
	expect_error((char *[]){"--json=yes", NULL}, "takes no value");
	expect_error((char *[]){"--jobs", "1001", NULL}, "from 0 to 1000");
	expect_error((char *[]){"--cflags", "'x", NULL}, "unterminated");
	expect_error((char *[]){"--times", "3", NULL}, "unknown option");
	expect_error((char *[]){"-z", NULL}, "unknown option");
}

static void values_have_units(void **state)
{
	(void)state;
	uint64_t value;
	assert_true(hd_value_time("500ms", &value) && value == 500);
	assert_true(hd_value_time("1.5", &value) && value == 1500);
	assert_true(hd_value_time("1h", &value) && value == 3600000);
	assert_false(hd_value_time("1d", &value));
	assert_false(hd_value_time("", &value));
	assert_true(hd_value_size("64k", &value) && value == 65536);
	assert_true(hd_value_size("1G", &value) && value == (uint64_t)1 << 30);
	assert_false(hd_value_size("1X", &value));
	assert_true(hd_value_number("18446744073709551615", &value) && value == UINT64_MAX);
	assert_false(hd_value_number("18446744073709551616", &value));
	assert_false(hd_value_number("1x", &value));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_those_of_the_manual),
		cmocka_unit_test(options_are_taken_in_every_form),
		cmocka_unit_test(tests_have_strategies_of_their_own),
		cmocka_unit_test(mistakes_are_explained),
		cmocka_unit_test(values_have_units),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
