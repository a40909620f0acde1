// SPDX-License-Identifier: Apache-2.0
#include "harness/ccargs.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/shell.h"

enum { MAX_RESPONSE_DEPTH = 8 };

// How far the compiler goes; the lowest one asked for wins.
enum phase { PREPROCESS, CHECK, COMPILE, LINK };

// What an input is; BY_EXTENSION: no -x is in force.
enum language { BY_EXTENSION, CODE, HEADER, OTHER };

struct scan {
	struct hd_ccargs *result;
	enum phase phase;
	bool c_inputs;         // an input that the compiler proper reads
	bool header_inputs;    // ... all of which may be headers
	bool other_inputs;     // objects, libraries, assembler
	bool engine_unwanted;  // -r, -nostdlib, ...
	bool informational;    // --version and the like
	enum language language; // of -x
	bool only_inputs;      // after "--"
	bool value_next;       // the next argument belongs to this one
	bool language_next;    // ... and is a language
};

// Options whose value is the next argument (when it is not attached).
static const char *const separate_values[] = {
	"-o",
	"-I",
	"-D",
	"-U",
	"-L",
	"-l",
	"-F",
	"-B",
	"-T",
	"-u",
	"-z",
	"-e",
	"-A",
	"-b",
	"-G",
	"-include",
	"-imacros",
	"-include-pch",
	"-isystem",
	"-iquote",
	"-idirafter",
	"-isysroot",
	"-iprefix",
	"-iwithprefix",
	"-iwithprefixbefore",
	"-iframework",
	"-isystem-after",
	"-MF",
	"-MT",
	"-MQ",
	"-MJ",
	"-Xclang",
	"-Xlinker",
	"-Xassembler",
	"-Xpreprocessor",
	"-Xanalyzer",
	"-Xopenmp-target",
	"-arch",
	"-target",
	"-mllvm",
	"-framework",
	"-rpath",
	"-dumpbase",
	"-dumpbase-ext",
	"-dumpdir",
	"-aux-info",
	"-install_name",
	"-soname",
	"--param",
	"--sysroot",
	"--include-directory",
	"--define-macro",
	"--undefine-macro",
	"--output",
	"--language",
	"--library-directory",
	"--config",
	"-ccc-install-dir",
	"-working-directory",
	"-wrapper",
	"-specs",
	"-serialize-diagnostics",
	"--serialize-diagnostics",
	NULL,
};

static const struct {
	const char *option;
	enum phase phase;
} phases[] = {
	{"-E", PREPROCESS},
	{"--preprocess", PREPROCESS},
	{"-M", PREPROCESS},
	{"-MM", PREPROCESS},
	{"--dependencies", PREPROCESS},
	{"--user-dependencies", PREPROCESS},
	{"-fsyntax-only", CHECK},
	{"--analyze", CHECK},
	{"-module-file-info", CHECK},
	{"-S", COMPILE},
	{"--assemble", COMPILE},
	{"-c", COMPILE},
	{"--compile", COMPILE},
};

// A link with one of these has no start-up code or does not produce a program: left alone.
static const char *const bare_links[] = {
	"-r",
	"--relocatable",
	"-nostdlib",
	"--no-standard-libraries",
	"-nostartfiles",
	"-nolibc",
	"-nodefaultlibs",
	NULL,
};

// The result can be loaded anywhere, because it must or because that was asked for.
static const char *const placed_links[] = {
	"-shared",
	"--shared",
	"-pie",
	"-static-pie",
	"-Wl,-shared",
	"-Wl,--shared",
	"-Wl,-pie",
	"-Wl,--pie",
	NULL,
};

// What the compiler proper reads, by extension and by -x language.
static const char *const c_extensions[] = {
	".c",
	".i",
	".cc",
	".cp",
	".cxx",
	".cpp",
	".CPP",
	".c++",
	".C",
	".ii",
	".cppm",
	".ixx",
	".m",
	".mi",
	".mm",
	".M",
	".mii",
	".ll",
	".bc",
	NULL,
};
static const char *const header_extensions[] = {
	".h",
	".hh",
	".H",
	".hp",
	".hxx",
	".hpp",
	".HPP",
	".h++",
	".tcc",
	NULL,
};

static bool is_one_of(const char *text, const char *const *list)
{
	for (; *list; list++) {
		if (strcmp(text, *list) == 0) {
			return true;
		}
	}
	return false;
}

static bool begins_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static enum language language_by_extension(const char *name)
{
	const char *extension = hd_path_extension(name);
	if (is_one_of(extension, header_extensions)) {
		return HEADER;
	}
	return is_one_of(extension, c_extensions) || strcmp(name, "-") == 0 ? CODE : OTHER;
}

static void add_input(struct scan *scan, const char *name)
{
	enum language language = scan->language ? scan->language : language_by_extension(name);
	scan->result->inputs++;
	scan->c_inputs |= language == CODE;
	scan->header_inputs |= language == HEADER;
	scan->other_inputs |= language == OTHER;
}

static void set_language(struct scan *scan, const char *language)
{
	if (strcmp(language, "none") == 0) {
		scan->language = BY_EXTENSION;
	} else if (strstr(language, "header")) {
		scan->language = HEADER;
	} else {
		scan->language = begins_with(language, "assembler") ? OTHER : CODE;
	}
	scan->result->language_open = scan->language != BY_EXTENSION;
}

static bool asks_for_information(const char *arg)
{
	static const char *const exact[] = {
		"--version",
		"--help",
		"-help",
		"-dumpmachine",
		"-dumpversion",
		"--help-hidden",
		"-cc1",
		"-cc1as",
		NULL,
	};
	return is_one_of(arg, exact) || begins_with(arg, "-print-") || begins_with(arg, "--print-");
}

static void add_option(struct scan *scan, const char *arg)
{
	for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
		if (strcmp(arg, phases[i].option) == 0 && phases[i].phase < scan->phase) {
			scan->phase = phases[i].phase;
		}
	}
	if (strcmp(arg, "-x") == 0 || strcmp(arg, "--language") == 0) {
		scan->language_next = true;
	} else if (begins_with(arg, "-x")) {
		set_language(scan, arg + 2);
	} else if (begins_with(arg, "--language=")) {
		set_language(scan, arg + strlen("--language="));
	} else if (is_one_of(arg, separate_values)) {
		scan->value_next = true;
	}
	scan->engine_unwanted |= is_one_of(arg, bare_links);
	scan->result->placed |= is_one_of(arg, placed_links);
	scan->informational |= asks_for_information(arg);
}

static void add_argument(struct scan *scan, const char *arg, int depth);

static void add_response_file(struct scan *scan, const char *path, int depth)
{
	struct hd_str text = {0};
	struct hd_error ignored = {0};
	struct hd_strv words = {0};
	if (depth < MAX_RESPONSE_DEPTH && hd_path_read(path, &text, &ignored) == HD_OK) {
		hd_shell_split(hd_str_text(&text), &words);
		for (size_t i = 0; i < words.count; i++) {
			add_argument(scan, words.items[i], depth + 1);
		}
	}
	hd_strv_finish(&words);
	hd_error_finish(&ignored);
	hd_str_finish(&text);
}

static void add_argument(struct scan *scan, const char *arg, int depth)
{
	if (scan->language_next) {
		scan->language_next = false;
		set_language(scan, arg);
	} else if (scan->value_next) {
		scan->value_next = false;
	} else if (arg[0] == '@' && arg[1]) {
		add_response_file(scan, arg + 1, depth);
	} else if (scan->only_inputs || arg[0] != '-' || !arg[1]) {
		add_input(scan, arg);
	} else if (strcmp(arg, "--") == 0) {
		scan->only_inputs = true;
	} else {
		add_option(scan, arg);
	}
}

static size_t find_end_of_options(char *const *args, size_t count)
{
	size_t i = 0;
	while (i < count && strcmp(args[i], "--") != 0) {
		i += i + 1 < count && is_one_of(args[i], separate_values) ? 2 : 1;
	}
	return i < count ? i : count;
}

void hd_ccargs_classify(struct hd_ccargs *result, char *const *args, size_t count)
{
	*result = (struct hd_ccargs){.end_options = find_end_of_options(args, count)};
	struct scan scan = {.result = result, .phase = LINK};
	for (size_t i = 0; i < count; i++) {
		add_argument(&scan, args[i], 0);
	}
	if (scan.informational || result->inputs == 0) {
		return;
	}
	result->compiles = (scan.c_inputs || scan.header_inputs) && scan.phase >= COMPILE;
	// Headers alone are precompiled, not linked.
	result->links = scan.phase == LINK && (scan.c_inputs || scan.other_inputs);
	result->with_engine = result->links && !scan.engine_unwanted;
}
