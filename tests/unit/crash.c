// SPDX-License-Identifier: Apache-2.0
// crash DIRECTORY: reads each NAME.txt there and compares with NAME.expected (tests/crash).
// crash --print FILE [EXE]: what is read from a file, as in NAME.expected.
#include "unit.h"

#include <dirent.h>

#include "base/path.h"
#include "crash/crash.h"

static const char *samples;

// ---- crashes as text -----------------------------------------------------------------

static void add_frame(struct hd_str *out, const struct hd_crash_frame *frame)
{
	hd_str_addf(out, "  %s", frame->function ? frame->function : "?");
	if (frame->file) {
		hd_str_addf(out, " at %s:%u", frame->file, frame->line);
	}
	if (frame->module) {
		hd_str_addf(out, " in %s", frame->module);
	}
	if (frame->offset) {
		hd_str_addf(out, " +0x%llx", (unsigned long long)frame->offset);
	}
	if (!frame->function) {
		hd_str_addf(out, " [0x%llx]", (unsigned long long)frame->address);
	}
	hd_str_add(out, frame->inlined ? " (inlined)\n" : "\n");
}

static void add_crash(struct hd_str *out, const struct hd_crash *crash)
{
	hd_str_addf(out, "%s, read as %s\n", hd_crash_kind_name(crash->kind), crash->format);
	for (size_t i = 0; i < crash->count; i++) {
		const struct hd_crash_thread *thread = &crash->threads[i];
		hd_str_addf(out, "thread%s%s%s\n", thread->crashed ? " crashed" : "", *thread->title ? ": " : "",
			thread->title);
		for (size_t j = 0; j < thread->count; j++) {
			add_frame(out, &thread->frames[j]);
		}
	}
}

// What is read, or why not.
static enum hd_status read_file(struct hd_str *out, const char *path, const char *exe)
{
	struct hd_crash crash;
	struct hd_error error = {0};
	enum hd_status status = hd_crash_read_file(&crash, path, NULL, exe, &error);
	if (status == HD_OK) {
		add_crash(out, &crash);
	} else {
		const char *reason = strstr(hd_str_text(&error.text), "': ");
		hd_str_addf(out, "error%s\n", reason ? reason + 1 : hd_str_text(&error.text));
	}
	hd_crash_finish(&crash);
	hd_error_finish(&error);
	return status;
}

static char *read_text(const char *text, const char *format)
{
	struct hd_crash crash;
	struct hd_error error = {0};
	struct hd_str out = {0};
	enum hd_status status = hd_crash_read_text(&crash, text, strlen(text), format, NULL, &error);
	if (status == HD_OK) {
		add_crash(&out, &crash);
	} else {
		assert_int_equal(status, HD_BAD_INPUT);
		hd_str_addf(&out, "error: %s\n", hd_str_text(&error.text));
	}
	hd_crash_finish(&crash);
	hd_error_finish(&error);
	return hd_str_take(&out);
}

static void expect(const char *text, const char *expected)
{
	char *found = read_text(text, NULL);
	assert_string_equal(found, expected);
	free(found);
}

static void expect_error(const char *text, const char *part)
{
	char *found = read_text(text, NULL);
	assert_true(strncmp(found, "error: ", 7) == 0);
	if (!strstr(found, part)) {
		fail_msg("'%s' does not say '%s'", found, part);
	}
	free(found);
}

// ---- tests ---------------------------------------------------------------------------

static int is_sample(const struct dirent *entry)
{
	return strcmp(hd_path_extension(entry->d_name), ".txt") == 0;
}

static void samples_are_read(void **state)
{
	(void)state;
	struct dirent **entries;
	int count = scandir(samples, &entries, is_sample, alphasort);
	assert_true(count > 0);
	for (int i = 0; i < count; i++) {
		char *path = hd_path_join(samples, entries[i]->d_name);
		char *expected_path = hd_format("%.*s.expected", (int)(strlen(path) - strlen(".txt")), path);
		struct hd_str found = {0}, expected = {0};
		struct hd_error error = {0};
		read_file(&found, path, NULL);
		assert_int_equal(hd_path_read(expected_path, &expected, &error), HD_OK);
		if (strcmp(hd_str_text(&found), hd_str_text(&expected)) != 0) {
			fail_msg("%s: read\n%sinstead of\n%s", path, hd_str_text(&found), hd_str_text(&expected));
		}
		hd_str_finish(&found);
		hd_str_finish(&expected);
		hd_error_finish(&error);
		free(expected_path);
		free(path);
		free(entries[i]);
	}
	free(entries);
}

static void what_is_no_stack_is_refused(void **state)
{
	(void)state;
	expect_error("", "empty");
	expect_error("hello\nworld\n", "no stack in it");
	expect_error("Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\n",
		"no stack in it");
	expect_error("Exception in thread \"main\" java.lang.Error\n\tat com.example.A.f(A.java:12)\n",
		"no stack in it");
	expect_error("* #1 buy milk\n#2 sell eggs (at 3:15)\n", "no stack in it");
	expect_error("#include <stdio.h>\n#define X 1\n", "no stack in it");
	struct hd_crash crash;
	struct hd_error error = {0};
	assert_int_equal(hd_crash_read_text(&crash, "#0  f ()\0", 9, NULL, NULL, &error), HD_BAD_INPUT);
	assert_non_null(strstr(hd_str_text(&error.text), "neither text nor"));
	assert_int_equal(hd_crash_read_text(&crash, "#0  f ()", 8, "none", NULL, &error), HD_BAD_INPUT);
	assert_non_null(strstr(hd_str_text(&error.text), "gdb"));
	assert_int_equal(hd_crash_read_file(&crash, "/no/such/file", NULL, NULL, &error), HD_BAD_INPUT);
	assert_int_equal(hd_crash_read_file(&crash, "/", NULL, NULL, &error), HD_BAD_INPUT);
	hd_error_finish(&error);
}

static void damaged_stacks_are_refused(void **state)
{
	(void)state;
	expect_error("#1  0x1 in f () at a.c:1\n", "innermost frames are missing");
	expect_error("#0  f () at a.c:1\n#2  0x2 in g () at a.c:2\n", "missing or out of order");
	expect_error("#0  f () at a.c:1\n#1  0x2 in g () at a.c:2\n#1  0x2 in g () at a.c:2\n", "out of order");
	expect_error("#0  f () at a.c:1\n#1  0x2 in g (x=", "truncated");
	expect_error("#0  f () at a.c:1\n#1  0x2 in g () at a.", "truncated");
	expect_error(
		"* thread #1, stop reason = signal SIGSEGV\n  * frame #0: 0x1 a`f at a.c:1\n    frame #1: 0x2 a`g(x=",
		"truncated");
	expect_error("  * frame #0: 0x1 a`f at a.c:1\n    frame #2: 0x2 a`g at a.c:2\n", "out of order");
	expect_error(
		"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n    #0 0x1 in f a.c:1:1\n    #2 0x2 in g a.c:2:2\n",
		"out of order");
	expect_error(
		"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n    #0 0x1 in f a.c:1:1\n    #1 0x2 in",
		"truncated");
	expect_error("==1== Invalid read of size 8\n==1==    by 0x2: g (a.c:2)\n==1==    at 0x1: f (a.c:1)\n",
		"out of order");
	expect_error("==1== Invalid read of size 8\n==1==    at 0x1: f (a.c:1)\n==1==    by 0x2: g (a.", "truncated");
	expect_error("Stack trace of thread 1:\n#0  0x1 f (a + 0x1)\n#2  0x2 g (a + 0x2)\n", "out of order");
	expect_error("Stack trace of thread 1:\n#0  0x1 f (a + 0x1)\n#1  0x2 g (a + ", "truncated");
	expect_error("TID 1:\n#1  0x1 f\n#0  0x2 g\n", "innermost frames are missing");
}

// Each reader refuses what the others read, unless two tools print the same.
static void formats_are_told_apart(void **state)
{
	(void)state;
	static const char *const texts[] = {"#0  f () at a.c:1\n", "  * frame #0: 0x1 a`f at a.c:1\n",
		"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n    #0 0x1 in f a.c:1:1\n",
		"WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 8 at 0x1 by thread T1:\n    #0 f a.c:1 (a+0x1)\n",
		"a.c:1:1: runtime error: null\n    #0 0x1 in f a.c:1:1\n", "==1==    at 0x1: f (a.c:1)\n",
		"a(f+0x1) [0x1]\n", "Stack trace of thread 1:\n#0  0x1 f (a + 0x1)\n", "TID 1:\n#0  0x1 f\n",
		"heddle: assertion in f() at a.c:1\n  thread 1: assertion\n    #0  f   a.c:1\n"};
	for (size_t i = 0; hd_crash_readers[i]; i++) {
		const char *name = hd_crash_reader_name(hd_crash_readers[i]);
		char *best = read_text(texts[i], NULL), *named = read_text(texts[i], name);
		char *as = hd_format("read as %s\n", name);
		assert_non_null(strstr(best, as));
		assert_string_equal(best, named);
		assert_true(*hd_crash_reader_summary(hd_crash_readers[i]));
		free(as);
		free(named);
		free(best);
	}
}

// A text of 8 MiB that is all beginnings of frames takes as long as its length.
static void long_texts_are_refused(void **state)
{
	(void)state;
	struct hd_str text = {0};
	while (text.length < 9 * 1024 * 1024) {
		hd_str_add(&text, "#0  0x1 in f (x=\n");
	}
	struct hd_crash crash;
	struct hd_error error = {0};
	assert_int_equal(hd_crash_read_text(&crash, text.data, text.length, NULL, NULL, &error), HD_BAD_INPUT);
	assert_non_null(strstr(hd_str_text(&error.text), "larger than 8 MiB"));
	assert_int_equal(hd_crash_read_text(&crash, text.data, 4 * 1024 * 1024, NULL, NULL, &error), HD_BAD_INPUT);
	hd_str_clear(&text);
	for (int i = 0; i < 20000; i++) {
		hd_str_addf(&text, "#%d  0x1 in f () at a.c:1\n", i);
	}
	assert_int_equal(hd_crash_read_text(&crash, text.data, text.length, NULL, NULL, &error), HD_BAD_INPUT);
	assert_non_null(strstr(hd_str_text(&error.text), "more than 10000 frames"));
	hd_str_finish(&text);
	hd_error_finish(&error);
}

static void wrapped_frames_are_joined(void **state)
{
	(void)state;
	const char *expected = "unknown, read as gdb\nthread crashed\n  f at a.c:12\n  g at dir/b.c:345\n";
	expect("#0  0x1 in f (x=1) at a.c:12\n#1  0x2 in g (s=\"a) at \\\"\") at dir/b.c:345\n", expected);
	expect("#0  0x1 in f (x=1)\n    at a.c:12\n#1  0x2 in g (s=\"a)\",\n    t=2)\n    at dir/b.c:345\n", expected);
	expect("#0  0x1 in f (x\n=1) at a.c:12\n#1  0x2 in g (s=\n\"\") at dir/b.\nc:345\n", expected);
	expect("#0  0x1 in f (x=1) at a.c:12\n#1  0x2 in g (x=1, y=2) a\nt dir/b.c:345\n", expected);
	expect("#0  0x1 in f (x=1) at a.c:12\n#1  0x2 in g (x=1) at dir/b.c:3\n45\n", expected);
}

static void logs_around_stacks_are_skipped(void **state)
{
	(void)state;
	const char *expected = "abort, read as gdb\nthread crashed\n  raise in /lib/libc.so.6\n  f at a.c:12\n";
	expect("10:00:01.123 app[77]: got SIGABRT\r\n10:00:01.123 app[77]: #0  0x1 in raise () from /lib/libc.so.6\r\n"
	       "10:00:02.5 app[777]: #1  0x2 in f (x=1) at a.c:12\r\n",
		expected);
	expect("10:00 a[7]: got SIGABRT#012#0  0x1 in raise () from /lib/libc.so.6#012#1  0x2 in f (x=1) at a.c:12#012",
		expected);
	expect("> got SIGABRT\n> #0  0x1 in raise () from /lib/libc.so.6\n> #1  0x2 in f (x=1) at a.c:12\n", expected);
	expect("\033[1mgot SIGABRT\033[0m\n#0  0x1 in \033[33mraise\033[0m () from \033[32m/lib/libc.so.6\033[0m\n"
	       "#1  0x2 in f (x=1) at a.c:12\n(gdb) quit\n",
		expected);
}

static void names_are_those_of_the_source(void **state)
{
	(void)state;
	expect("#0  0x1 in f.part.0.constprop.1 (x=<optimized out>) at a.c:1\n#1  0x2 in g.cold () at a.c:2\n"
	       "#2  0x3 in h@plt ()\n#3  0x4 in ns::k<int, (a)1>(int) (this=0x1) at a.cc:4\n",
		"unknown, read as gdb\nthread crashed\n  f at a.c:1\n  g at a.c:2\n  h\n  ns::k<int, (a)1> at a.cc:4\n");
}

static void a_handler_is_no_part_of_the_crash(void **state)
{
	(void)state;
	expect("#0  0x1 in raise () from /lib/libc.so.6\n#1  0x2 in handler (signal=11) at a.c:1\n"
	       "#2  <signal handler called>\n#3  0x4 in f () at a.c:4\n",
		"unknown, read as gdb\nthread crashed\n  f at a.c:4\n");
}

static void threads_that_wait_for_locks_are_a_deadlock(void **state)
{
	(void)state;
	expect("Thread 3 (Thread 0x3 (LWP 3)):\n#0  0x1 in __lll_lock_wait () from /lib/libc.so.6\n"
	       "#1  0x2 in f () at a.c:1\n\nThread 2 (Thread 0x2 (LWP 2)):\n"
	       "#0  0x1 in __pthread_rwlock_wrlock () from /lib/libc.so.6\n#1  0x2 in g () at a.c:2\n\n"
	       "Thread 1 (Thread 0x1 (LWP 1)):\n#0  0x1 in pthread_join () from /lib/libc.so.6\n",
		"deadlock, read as gdb\nthread crashed: Thread 3 (Thread 0x3 (LWP 3))\n"
		"  __lll_lock_wait in /lib/libc.so.6\n  f at a.c:1\nthread crashed: Thread 2 (Thread 0x2 (LWP 2))\n"
		"  __pthread_rwlock_wrlock in /lib/libc.so.6\n  g at a.c:2\nthread: Thread 1 (Thread 0x1 (LWP 1))\n"
		"  pthread_join in /lib/libc.so.6\n");
}

int main(int argc, char **argv)
{
	if (argc >= 3 && strcmp(argv[1], "--print") == 0) {
		struct hd_str out = {0};
		enum hd_status status = read_file(&out, argv[2], argv[3]);
		fputs(hd_str_text(&out), stdout);
		hd_str_finish(&out);
		return (int)status;
	}
	samples = argc == 2 ? argv[1] : ".";
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_read),
		cmocka_unit_test(what_is_no_stack_is_refused),
		cmocka_unit_test(damaged_stacks_are_refused),
		cmocka_unit_test(formats_are_told_apart),
		cmocka_unit_test(long_texts_are_refused),
		cmocka_unit_test(wrapped_frames_are_joined),
		cmocka_unit_test(logs_around_stacks_are_skipped),
		cmocka_unit_test(names_are_those_of_the_source),
		cmocka_unit_test(a_handler_is_no_part_of_the_crash),
		cmocka_unit_test(threads_that_wait_for_locks_are_a_deadlock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
