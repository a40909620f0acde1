// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/ini.h"
#include "base/json.h"
#include "base/path.h"
#include "base/peer.h"
#include "base/shell.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/strv.h"
#include "base/typo.h"
#include "report/style.h"

static void strings_grow(void **state)
{
	(void)state;
	struct hd_str str = {0};
	assert_string_equal(hd_str_text(&str), "");
	for (int i = 0; i < 1000; i++) {
		hd_str_addf(&str, "%d,", i % 10);
	}
	assert_int_equal(str.length, 2000);
	hd_str_truncate(&str, 4);
	assert_string_equal(str.data, "0,1,");
	char *taken = hd_str_take(&str);
	assert_string_equal(taken, "0,1,");
	assert_null(str.data);
	free(taken);
	taken = hd_str_take(&str);
	assert_string_equal(taken, "");
	free(taken);
}

static void lists_end_with_null(void **state)
{
	(void)state;
	struct hd_strv list = {0};
	for (int i = 0; i < 50; i++) {
		hd_strv_addf(&list, "%d", i);
		assert_null(list.items[list.count]);
	}
	assert_true(hd_strv_contains(&list, "49"));
	assert_false(hd_strv_contains(&list, "50"));
	hd_strv_finish(&list);
}

static void distances_are_edit_distances(void **state)
{
	(void)state;
	assert_int_equal(hd_typo_distance("", ""), 0);
	assert_int_equal(hd_typo_distance("random", "random"), 0);
	assert_int_equal(hd_typo_distance("randon", "random"), 1);
	assert_int_equal(hd_typo_distance("radnom", "random"), 1);
	assert_int_equal(hd_typo_distance("kitten", "sitting"), 3);
	assert_int_equal(hd_typo_distance("", "abc"), 3);
}

static const char *nearest(const char *wanted, const char *const *names)
{
	struct hd_typo typo;
	hd_typo_init(&typo, wanted);
	for (; *names; names++) {
		hd_typo_offer(&typo, *names);
	}
	return typo.nearest;
}

static void nearest_name_is_offered(void **state)
{
	(void)state;
	const char *const names[] = {"random", "round-robin", "pct", "pos", "dpor", NULL};
	assert_string_equal(nearest("rnadom", names), "random");
	assert_string_equal(nearest("dpro", names), "dpor");
	assert_string_equal(nearest("round", names), "round-robin");
	assert_null(nearest("completely-different", names));
}

static void words_are_split_like_a_shell(void **state)
{
	(void)state;
	struct hd_strv words = {0};
	assert_true(hd_shell_split(" -O2  '-DX=a b' -DY=\"c \\\"d\" e\\ f ''", &words));
	assert_int_equal(words.count, 5);
	assert_string_equal(words.items[0], "-O2");
	assert_string_equal(words.items[1], "-DX=a b");
	assert_string_equal(words.items[2], "-DY=c \"d");
	assert_string_equal(words.items[3], "e f");
	assert_string_equal(words.items[4], "");
	assert_false(hd_shell_split("'open", &words));
	hd_strv_finish(&words);
}

static void quoting_is_undone_by_splitting(void **state)
{
	(void)state;
	const char *const texts[] = {"plain", "", "two words", "it's", "a\"b\\c$d", NULL};
	for (const char *const *text = texts; *text; text++) {
		struct hd_str quoted = {0};
		struct hd_strv words = {0};
		hd_shell_quote(&quoted, *text);
		assert_true(hd_shell_split(hd_str_text(&quoted), &words));
		assert_int_equal(words.count, 1);
		assert_string_equal(words.items[0], *text);
		hd_strv_finish(&words);
		hd_str_finish(&quoted);
	}
}

static void expect_way(const char *from, const char *to, const char *expected)
{
	char *way = hd_path_relative(from, to);
	assert_string_equal(way, expected);
	free(way);
}

static void paths_lead_from_one_to_another(void **state)
{
	(void)state;
	expect_way("/a/b", "/a/b/c.h", "c.h");
	expect_way("/a/b", "/a/b", ".");
	expect_way("/a/b/c", "/a", "../..");
	expect_way("/a/b", "/a/bc/d", "../bc/d");
	expect_way("/a/out/findings/x", "/a/src/s.h", "../../../src/s.h");
	expect_way("/x", "/", "..");
	assert_true(hd_path_is_below("/a/b", "/a"));
	assert_true(hd_path_is_below("/a", "/a"));
	assert_true(hd_path_is_below("/a", "/"));
	assert_false(hd_path_is_below("/ab", "/a"));
	assert_false(hd_path_is_below("/", "/a"));
}

static void paths_are_taken_apart(void **state)
{
	(void)state;
	assert_string_equal(hd_path_name("a/b.c"), "b.c");
	assert_string_equal(hd_path_extension("a.d/b"), "");
	assert_string_equal(hd_path_extension("a.d/b.tar.c"), ".c");
	char *joined = hd_path_join("a/", "b");
	assert_string_equal(joined, "a/b");
	free(joined);
	joined = hd_path_join("a", "/b");
	assert_string_equal(joined, "/b");
	free(joined);
	char *directory = hd_path_directory("/b");
	assert_string_equal(directory, "/");
	free(directory);
}

static void files_are_written_and_read(void **state)
{
	(void)state;
	char directory[] = "/tmp/heddle-unit-XXXXXX";
	assert_non_null(mkdtemp(directory));
	char *deep = hd_format("%s/a/b/c", directory);
	char *file = hd_path_join(deep, "file");
	struct hd_error error = {0};
	struct hd_str text = {0};
	assert_int_equal(hd_path_make(deep, &error), HD_OK);
	assert_int_equal(hd_path_make(deep, &error), HD_OK);
	assert_int_equal(hd_path_write(file, "text", &error), HD_OK);
	assert_int_equal(hd_path_read(file, &text, &error), HD_OK);
	assert_string_equal(hd_str_text(&text), "text");
	assert_int_equal(hd_path_make(file, &error), HD_BAD_INPUT);
	assert_non_null(strstr(hd_str_text(&error.text), "cannot create"));
	hd_path_remove_tree(directory);
	assert_false(hd_path_exists(directory));
	assert_int_equal(hd_path_read(file, &text, &error), HD_BAD_INPUT);
	hd_error_finish(&error);
	hd_str_finish(&text);
	free(file);
	free(deep);
}

static void programs_are_run(void **state)
{
	(void)state;
	char *argv[] = {"/bin/sh", "-c", "echo out; echo err >&2; exit 3", NULL};
	struct hd_str output = {0};
	int status = 0;
	assert_int_equal(hd_spawn_capture(argv, &output, &status), 0);
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_string_equal(hd_str_text(&output), "out\nerr\n");
	argv[0] = "/no/such/program";
	assert_int_not_equal(hd_spawn_capture(argv, &output, &status), 0);
	hd_str_finish(&output);
}

static void bytes_that_are_no_utf8_survive_as_text(void **state)
{
	(void)state;
	json_t *value = hd_json_string("caf\xe9");
	assert_string_equal(json_string_value(value), "caf?");
	json_decref(value);
}

static void text_is_fitted_by_characters(void **state)
{
	(void)state;
	char *fitted = hd_text_fit("größer als", 7);
	assert_string_equal(fitted, "größer…");
	free(fitted);
	fitted = hd_text_fit("a\tb", 5);
	assert_string_equal(fitted, "a b");
	free(fitted);
	fitted = hd_text_squeeze("\t if  (x)\n");
	assert_string_equal(fitted, "if (x)");
	free(fitted);
}

static void arenas_keep_everything(void **state)
{
	(void)state;
	struct hd_arena arena = {0};
	size_t *numbers = NULL;
	for (size_t i = 0; i < 5000; i++) {
		numbers = hd_arena_grow(&arena, numbers, i, sizeof(*numbers));
		numbers[i] = i;
	}
	for (size_t i = 0; i < 5000; i++) {
		assert_int_equal(numbers[i], i);
	}
	assert_string_equal(hd_arena_format(&arena, "%d-%s", 3, "x"), "3-x");
	char *large = hd_arena_alloc(&arena, 1 << 20);
	assert_int_equal(large[(1 << 20) - 1], 0);
	assert_string_equal(hd_arena_copy_bytes(&arena, "abc", 2), "ab");
	hd_arena_finish(&arena);
}

static void control_characters_are_not_printed(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"a\tb\nc", "a\tb\nc"},
		{"\033[31mred\x7f\r", "?[31mred??"},
		{"\xc2\x9b"
		 "1m",
			"?1m"},
		{"\x9b"
		 "1m",
			"?1m"},
		{"\u201e\u00fc\U0001f41b", "\u201e\u00fc\U0001f41b"},
		{"\xe2\033", "\xe2?"},
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		struct hd_str text = {0};
		hd_str_add_printable(&text, pairs[i][0]);
		assert_string_equal(hd_str_text(&text), pairs[i][1]);
		hd_str_finish(&text);
	}
}

// Also while it is a zombie; of another machine's, nothing is known.
static void processes_are_known_to_live(void **state)
{
	(void)state;
	struct hd_peer_name name;
	struct hd_peer peer, late, elsewhere;
	pid_t child = fork();
	if (child == 0) {
		pause();
		_exit(0);
	}
	hd_peer_name_self(&name);
	assert_int_equal(name.pid, getpid());
	name.pid = child;
	hd_peer_init(&peer, &name);
	assert_int_equal(peer.state, HD_PEER_HERE);
	assert_false(hd_peer_is_gone(&peer));
	name.machine[0] ^= 1;
	hd_peer_init(&elsewhere, &name);
	name.machine[0] ^= 1;
	kill(child, SIGKILL);
	siginfo_t info;
	assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
	assert_true(hd_peer_is_gone(&peer));
	waitpid(child, NULL, 0);
	assert_true(hd_peer_is_gone(&peer));
	hd_peer_init(&late, &name);
	assert_true(hd_peer_is_gone(&late));
	assert_int_equal(elsewhere.state, HD_PEER_ELSEWHERE);
	assert_false(hd_peer_is_gone(&elsewhere));
	hd_peer_finish(&peer);
	hd_peer_finish(&late);
	hd_peer_finish(&elsewhere);
}

// ---- INI files ---------------------------------------------------------------------

static enum hd_status list_entry(void *context, const struct hd_ini_entry *entry, struct hd_error *error)
{
	hd_str_addf(context, "%s|%s|%s|%s;", entry->section, entry->key, entry->value, strrchr(entry->place, ':'));
	return strcmp(entry->key, "refused") == 0 ? hd_fail(error, HD_BAD_INPUT, "%s: no", entry->place) : HD_OK;
}

// What is handed out of a file with this text, or the error, without the file's path.
static char *ini_entries(const char *text)
{
	char path[] = "/tmp/heddle-unit-XXXXXX";
	struct hd_error error = {0};
	struct hd_str out = {0};
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(hd_path_write(path, text, &error), HD_OK);
	if (hd_ini_read(path, list_entry, &out, &error) != HD_OK) {
		const char *message = hd_str_text(&error.text);
		const char *rest = strstr(message, path);
		hd_str_addf(&out, "error%s", rest ? rest + strlen(path) : message);
	}
	unlink(path);
	hd_error_finish(&error);
	return hd_str_take(&out);
}

static void expect_ini(const char *text, const char *expected)
{
	char *entries = ini_entries(text);
	assert_string_equal(entries, expected);
	free(entries);
}

static void ini_entries_have_their_places(void **state)
{
	(void)state;
	expect_ini("", "");
	expect_ini("a = 1\n[s]\nb=2 ; comment\n", "|a|1|:1;s|b|2|:3;");
	expect_ini("[s]\na = 1\n  2\n\t3\nb = 4", "s|a|1\n2\n3|:2;s|b|4|:5;");
	expect_ini("[s]\na = 1\n[t]\n  b = 2\n", "s|a|1|:2;t|b|2|:4;"); // nothing goes on across sections
}

static void bad_ini_lines_are_named(void **state)
{
	(void)state;
	expect_ini("[s]\na = 1\nno entry\n", "s|a|1|:2;error:3: expected [section] or key = value");
	expect_ini("[s\n", "error:1: expected [section] or key = value");
	expect_ini("refused = 1\nb = 2\n", "|refused|1|:1;error:1: no");
	char line[1000];
	memset(line, 'x', sizeof(line));
	memcpy(line, "a = ", 4);
	line[sizeof(line) - 1] = '\0';
	char *entries = ini_entries(line);
	assert_non_null(strstr(entries, "error:1: the line is longer than"));
	free(entries);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_characters_are_not_printed),
		cmocka_unit_test(arenas_keep_everything),
		cmocka_unit_test(strings_grow),
		cmocka_unit_test(ini_entries_have_their_places),
		cmocka_unit_test(bad_ini_lines_are_named),
		cmocka_unit_test(lists_end_with_null),
		cmocka_unit_test(distances_are_edit_distances),
		cmocka_unit_test(nearest_name_is_offered),
		cmocka_unit_test(words_are_split_like_a_shell),
		cmocka_unit_test(quoting_is_undone_by_splitting),
		cmocka_unit_test(paths_are_taken_apart),
		cmocka_unit_test(paths_lead_from_one_to_another),
		cmocka_unit_test(files_are_written_and_read),
		cmocka_unit_test(programs_are_run),
		cmocka_unit_test(processes_are_known_to_live),
		cmocka_unit_test(bytes_that_are_no_utf8_survive_as_text),
		cmocka_unit_test(text_is_fitted_by_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
