// SPDX-License-Identifier: Apache-2.0
// Building a harness, in this order: classify every file (so that a wrong one
// is reported before anything is compiled), compile the sources in parallel into
// a temporary directory, hash the objects, link unless a harness of that hash exists.
#include "harness/build.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/spawn.h"
#include "harness/elf_check.h"
#include "harness/libs.h"
#include "harness/prune.h"
#include "harness/toolchain.h"

#define MAIN_SYMBOL "__heddle_main"

enum kind { SOURCE_C, SOURCE_CXX, SOURCE_ASM, GENERATED, LINKABLE, EXECUTABLE, UNKNOWN };

// One file of the request and its compilation.
struct unit {
	const char *path;
	char *written; // path of a generated file
	enum kind kind;
	char *object; // what is linked: a temporary object, or the file itself
	char *log;    // the compiler's output; NULL if it does not run
	pid_t pid;    // the compiler, 0 when it is not running
	int status;   // its wait status
};

struct build {
	const struct hd_build_request *request;
	struct hd_toolchain tools;
	struct hd_scratch temporary; // directory for objects and logs
	struct unit *units;
	size_t count; // of files, then of generated ones
	bool cxx; // link as C++
	struct hd_strv archives;  // given as files, or named by -l
	struct hd_strv run_paths; // where the loader looks
};

static const struct {
	const char *extension;
	enum kind kind;
} extensions[] = {
	{".c", SOURCE_C},
	{".i", SOURCE_C},
	{".cc", SOURCE_CXX},
	{".cpp", SOURCE_CXX},
	{".cxx", SOURCE_CXX},
	{".C", SOURCE_CXX},
	{".c++", SOURCE_CXX},
	{".ii", SOURCE_CXX},
	{".s", SOURCE_ASM},
	{".S", SOURCE_ASM},
	{".o", LINKABLE},
	{".a", LINKABLE},
	{".so", LINKABLE},
};

static enum kind kind_of(const char *path)
{
	const char *extension = hd_path_extension(path);
	for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
		if (strcmp(extension, extensions[i].extension) == 0) {
			return extensions[i].kind;
		}
	}
	switch (hd_elf_kind(path)) {
	case HD_ELF_OBJECT:
	case HD_ELF_SHARED:
		return LINKABLE;
	case HD_ELF_EXECUTABLE:
		return EXECUTABLE;
	case HD_ELF_NONE:
		break;
	}
	return UNKNOWN;
}

static enum hd_status classify(struct build *build, struct hd_error *error)
{
	for (size_t i = 0; i < build->request->files->count; i++) {
		struct unit *unit = &build->units[i];
		unit->path = build->request->files->items[i];
		enum hd_status status = hd_path_check_readable(unit->path, error);
		if (status != HD_OK) {
			return status;
		}
		unit->kind = kind_of(unit->path);
		build->cxx |= unit->kind == SOURCE_CXX;
		if (unit->kind == UNKNOWN) {
			return hd_fail(error, HD_BAD_INPUT, "'%s' is not a source file, object, archive or executable",
				unit->path);
		}
		if (unit->kind == EXECUTABLE && build->count > 1) {
			return hd_fail(error, HD_BAD_INPUT, "'%s' is an executable and must be the only file given",
				unit->path);
		}
	}
	return HD_OK;
}

static enum hd_status take_executable(const char *path, char **harness, struct hd_error *error)
{
	if (!hd_elf_defines(path, MAIN_SYMBOL)) {
		return hd_fail(error, HD_BAD_INPUT,
			"'%s' was not built with heddle cc: compile and link it with CC=\"heddle cc\"", path);
	}
	*harness = hd_path_absolute(path);
	return HD_OK;
}

static void find_libraries(struct build *build)
{
	const struct hd_build_request *request = build->request;
	for (size_t i = 0; i < request->files->count; i++) {
		if (strcmp(hd_path_extension(request->files->items[i]), ".a") == 0) {
			hd_strv_add(&build->archives, request->files->items[i]);
		}
	}
	hd_libs_archives(request->libs, &build->archives);
	hd_libs_run_paths(request->files, request->libs, &build->run_paths);
}

// Generated files go where the objects go.
static enum hd_status write_generated(struct build *build, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < build->request->generated_count && status == HD_OK; i++) {
		const struct hd_build_source *source = &build->request->generated[i];
		struct unit *unit = &build->units[build->request->files->count + i];
		unit->written = hd_path_join(build->temporary.path, source->name);
		unit->path = unit->written;
		unit->kind = source->instrumented ? SOURCE_C : GENERATED;
		status = hd_path_write(unit->path, source->text, error);
	}
	return status;
}

static void compile_command(const struct build *build, const struct unit *unit, struct hd_strv *argv)
{
	hd_strv_add(argv, build->tools.clang);
	if (unit->kind == SOURCE_CXX) {
		hd_strv_add(argv, "--driver-mode=g++");
	}
	if (hd_diag_colours(STDERR_FILENO)) {
		hd_strv_add(argv, "-fcolor-diagnostics");
	}
	size_t number = (size_t)(unit - build->units);
	bool has_own = build->request->file_flags && number < build->request->files->count;
	const struct hd_strv *flags = has_own ? &build->request->file_flags[number] : build->request->cflags;
	hd_toolchain_default_flags(flags, argv);
	hd_strv_add_all(argv, flags);
	if (unit->kind != SOURCE_ASM && unit->kind != GENERATED) {
		hd_toolchain_compile_flags(&build->tools, argv);
		if (build->request->flow) {
			hd_toolchain_flow_flags(argv);
		}
	}
	if (unit->written) {
		// The same object wherever it was made; and its warnings are nobody's.
		hd_strv_addf(argv, "-ffile-prefix-map=%s=heddle", build->temporary.path);
		hd_strv_add(argv, "-w");
	}
	hd_strv_add(argv, "-Qunused-arguments");
	hd_strv_add(argv, "-c");
	hd_strv_add(argv, unit->path);
	hd_strv_add(argv, "-o");
	hd_strv_add(argv, unit->object);
}

// Starts argv with its output in a file; the caller waits for *pid.
static enum hd_status start_logged(const struct hd_strv *argv, const char *log, pid_t *pid, struct hd_error *error)
{
	FILE *file = fopen(log, "we");
	if (!file) {
		return hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", log, strerror(errno));
	}
	struct hd_spawn spawn = {
		.argv = argv->items,
		.input = HD_SPAWN_KEEP,
		.output = fileno(file),
		.error = fileno(file),
		.own_group = true, // passing on Ctrl-C is our job
	};
	int reason = hd_spawn_start(&spawn, pid);
	fclose(file);
	if (reason != 0) {
		*pid = 0;
		return hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", argv->items[0], strerror(reason));
	}
	return HD_OK;
}

static enum hd_status start_unit(struct build *build, struct unit *unit, struct hd_error *error)
{
	size_t number = (size_t)(unit - build->units);
	unit->object = hd_format("%s/%zu.o", build->temporary.path, number);
	unit->log = hd_format("%s/%zu.log", build->temporary.path, number);
	struct hd_strv argv = {0};
	compile_command(build, unit, &argv);
	enum hd_status status = start_logged(&argv, unit->log, &unit->pid, error);
	hd_strv_finish(&argv);
	return status;
}

static void kill_running(struct build *build)
{
	for (size_t i = 0; i < build->count; i++) {
		if (build->units[i].pid > 0) {
			kill(-build->units[i].pid, SIGKILL); // and the processes it has started
		}
	}
}

static size_t running(const struct build *build, pid_t *pids)
{
	size_t count = 0;
	for (size_t i = 0; i < build->count; i++) {
		if (build->units[i].pid > 0) {
			pids[count++] = build->units[i].pid;
		}
	}
	return count;
}

// Waits until fewer than `limit` compilers run.
static void wait_for_some(struct build *build, size_t limit)
{
	pid_t *pids = calloc(build->count, sizeof(*pids));
	hd_check(pids != NULL);
	size_t count;
	while ((count = running(build, pids)) >= limit) {
		if (hd_interrupt_count() > 0) {
			kill_running(build);
		}
		hd_spawn_await(pids, count);
		for (size_t i = 0; i < build->count; i++) {
			struct unit *unit = &build->units[i];
			if (unit->pid > 0 && waitpid(unit->pid, &unit->status, WNOHANG) == unit->pid) {
				unit->pid = 0;
			}
		}
	}
	free(pids);
}

static enum hd_status run_compilers(struct build *build, struct hd_error *error)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t limit = processors > 0 ? (size_t)processors : 1;
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < build->count && status == HD_OK && !hd_interrupt_count(); i++) {
		struct unit *unit = &build->units[i];
		if (unit->kind == LINKABLE) {
			unit->object = hd_copy(unit->path);
			continue;
		}
		wait_for_some(build, limit);
		status = start_unit(build, unit, error);
	}
	wait_for_some(build, 1);
	return status;
}

static void add_log(struct hd_str *text, const char *log)
{
	struct hd_error ignored = {0};
	hd_path_read(log, text, &ignored);
	hd_error_finish(&ignored);
}

static void tell_warnings(const char *said)
{
	size_t count = 0;
	for (const char *at = said; (at = strstr(at, "warning:")) != NULL; at++) {
		count++;
	}
	char *brief = count == 0 ? hd_copy("the compiler printed something (-v shows it)")
				 : hd_format("the compiler gave %zu warning%s (-v shows %s)", count,
					   count == 1 ? "" : "s", count == 1 ? "it" : "them");
	hd_detail(brief, "compiler output:\n%s", said);
	free(brief);
}

// Turns the compilers' words into the error, or passes warnings on.
static enum hd_status judge_compilers(struct build *build, struct hd_error *error)
{
	struct hd_str said = {0};
	struct hd_str failed = {0};
	for (size_t i = 0; i < build->count; i++) {
		const struct unit *unit = &build->units[i];
		if (unit->log) {
			add_log(&said, unit->log);
		}
		if (unit->status != 0) {
			hd_str_addf(&failed, "%s'%s'", failed.length ? ", " : "", unit->path);
			if (WIFSIGNALED(unit->status)) { // it had no time to say why
				hd_str_add(&said, "the compiler was killed by ");
				hd_spawn_describe(&said, unit->status);
				hd_str_add_char(&said, '\n');
			}
		}
	}
	while (said.length > 0 && said.data[said.length - 1] == '\n') {
		hd_str_truncate(&said, said.length - 1);
	}
	enum hd_status status = HD_OK;
	if (failed.length > 0) {
		status = hd_fail(error, HD_BAD_INPUT, "%s does not compile\n%s", hd_str_text(&failed),
			hd_str_text(&said));
	} else if (said.length > 0) {
		tell_warnings(hd_str_text(&said));
	}
	hd_str_finish(&failed);
	hd_str_finish(&said);
	return status;
}

static enum hd_status compile_all(struct build *build, struct hd_error *error)
{
	enum hd_status status = run_compilers(build, error);
	if (status == HD_OK && hd_interrupt_count() > 0) {
		status = hd_fail(error, HD_INTERNAL, "interrupted");
	}
	return status == HD_OK ? judge_compilers(build, error) : status;
}

// The thunks' references are weak (a function may be missing): they alone would
// not make the linker take anything out of archives.
static void add_wanted(const struct build *build, struct hd_strv *argv)
{
	const struct hd_strv *symbols = build->request->symbols;
	for (size_t i = 0; i < build->archives.count; i++) {
		for (size_t k = 0; symbols && k < symbols->count; k++) {
			if (hd_elf_archive_defines(build->archives.items[i], symbols->items[k])) {
				hd_strv_addf(argv, "-Wl,-u,%s", symbols->items[k]);
			}
		}
	}
}

static void add_run_paths(const struct build *build, struct hd_strv *argv)
{
	for (size_t i = 0; i < build->run_paths.count; i++) {
		hd_strv_add(argv, "-Xlinker"); // -Wl would split it at commas
		hd_strv_add(argv, "-rpath");
		hd_strv_add(argv, "-Xlinker");
		hd_strv_add(argv, build->run_paths.items[i]);
	}
}

static void link_command(const struct build *build, const char *output, uint64_t hash, struct hd_strv *argv)
{
	hd_strv_add(argv, build->tools.clang);
	if (build->cxx) {
		hd_strv_add(argv, "--driver-mode=g++");
	}
	hd_strv_add(argv, "-Qunused-arguments");
	hd_strv_add_all(argv, build->request->cflags);
	hd_strv_add(argv, "-o");
	hd_strv_add(argv, output);
	for (size_t i = 0; i < build->count; i++) {
		hd_strv_add(argv, build->units[i].object);
	}
	add_wanted(build, argv);
	add_run_paths(build, argv);
	hd_strv_add_all(argv, build->request->libs);
	hd_toolchain_fixed_address(argv);
	hd_toolchain_link_flags(&build->tools, argv);
	hd_prune_add_mark(hash, argv);
}

// A part of heddle or a library is known well enough by its path, size and time.
static uint64_t hash_identity(uint64_t hash, const char *path)
{
	struct stat info = {0};
	if (stat(path, &info) == 0) {
		hash = hd_hash_bytes(hash, &info.st_size, sizeof(info.st_size));
		hash = hd_hash_bytes(hash, &info.st_mtim, sizeof(info.st_mtim));
	}
	return hd_hash_text(hash, path);
}

static void hash_list(uint64_t *hash, const struct hd_strv *list)
{
	for (size_t i = 0; i < list->count; i++) {
		*hash = hd_hash_text(*hash, list->items[i]);
	}
}

static enum hd_status hash_build(const struct build *build, uint64_t *hash, struct hd_error *error)
{
	*hash = hash_identity(HD_HASH_START, build->tools.engine);
	*hash = hash_identity(*hash, build->tools.module);
	hash_list(hash, build->request->cflags);
	hash_list(hash, build->request->libs);
	hash_list(hash, &build->run_paths);
	for (size_t i = 0; i < build->archives.count; i++) {
		*hash = hash_identity(*hash, build->archives.items[i]);
	}
	for (size_t i = 0; i < build->count; i++) {
		if (build->units[i].kind == LINKABLE) {
			*hash = hash_identity(*hash, build->units[i].object);
			continue;
		}
		struct hd_str bytes = {0};
		enum hd_status status = hd_path_read(build->units[i].object, &bytes, error);
		*hash = hd_hash_bytes(*hash, hd_str_text(&bytes), bytes.length);
		hd_str_finish(&bytes);
		if (status != HD_OK) {
			return status;
		}
	}
	return HD_OK;
}

static enum hd_status no_main(const struct build *build, struct hd_error *error)
{
	struct hd_str names = {0};
	for (size_t i = 0; i < build->count; i++) {
		hd_str_addf(&names, "%s%s", i ? ", " : "", build->units[i].path);
	}
	hd_fail(error, HD_BAD_INPUT, "no main() in %s", hd_str_text(&names));
	hd_str_finish(&names);
	return HD_BAD_INPUT;
}

// Each once, as linkers name them: undefined reference to `deflate', undefined symbol: deflate.
static void note_undefined(const char *said, struct hd_strv *symbols)
{
	static const char *const before[] = {"undefined reference to `", "undefined symbol: "};
	for (size_t i = 0; symbols && i < sizeof(before) / sizeof(*before); i++) {
		for (const char *at = said; (at = strstr(at, before[i])) != NULL;) {
			at += strlen(before[i]);
			char *symbol = hd_copy_bytes(at, strcspn(at, "'\n"));
			if (*symbol && !hd_strv_contains(symbols, symbol)) {
				hd_strv_add(symbols, symbol);
			}
			free(symbol);
		}
	}
}

// The engine does without main(), for tests; a program must have one.
static enum hd_status judge_linker(const struct build *build, const char *output, int status, const char *said,
	struct hd_error *error)
{
	if (WIFSIGNALED(status)) {
		return hd_fail(error, HD_BAD_INPUT, "the program does not link: the linker was killed by signal %d",
			WTERMSIG(status));
	}
	if (status != 0) {
		note_undefined(said, build->request->undefined);
		return hd_fail(error, HD_BAD_INPUT, "the program does not link\n%s", said);
	}
	bool complete = build->request->generated_count > 0 || hd_elf_defines(output, MAIN_SYMBOL);
	return complete ? HD_OK : no_main(build, error);
}

static enum hd_status link_to(const struct build *build, const char *output, uint64_t hash, struct hd_error *error)
{
	char *partial = hd_path_join(build->temporary.path, "harness");
	struct hd_strv argv = {0};
	struct hd_str said = {0};
	link_command(build, partial, hash, &argv);
	int ended = 0;
	int reason = hd_spawn_capture(argv.items, &said, &ended);
	enum hd_status status = HD_OK;
	if (hd_interrupt_count() > 0) {
		status = hd_fail(error, HD_INTERNAL, "interrupted");
	} else if (reason != 0) {
		status = hd_fail(error, HD_INTERNAL, "cannot run '%s': %s", argv.items[0], strerror(reason));
	} else {
		status = judge_linker(build, partial, ended, hd_str_text(&said), error);
	}
	if (status == HD_OK && rename(partial, output) != 0) {
		status = hd_fail(error, HD_BAD_INPUT, "cannot write '%s': %s", output, strerror(errno));
	}
	hd_str_finish(&said);
	hd_strv_finish(&argv);
	free(partial);
	return status;
}

static enum hd_status build_from_parts(struct build *build, char **harness, struct hd_error *error)
{
	uint64_t hash = 0;
	enum hd_status status;
	find_libraries(build);
	hd_scratch_sweep(build->request->directory);
	if ((status = hd_toolchain_init(&build->tools, error)) != HD_OK ||
		(status = hd_scratch_create(&build->temporary, build->request->directory, error)) != HD_OK ||
		(status = write_generated(build, error)) != HD_OK || (status = compile_all(build, error)) != HD_OK ||
		(status = hash_build(build, &hash, error)) != HD_OK) {
		return status;
	}
	char *name = hd_prune_name(hash);
	char *path = hd_path_join(build->request->directory, name);
	free(name);
	if (hd_prune_is_own(path)) {
		hd_prune_touch(path);
	} else {
		status = link_to(build, path, hash, error);
		hd_prune(build->request->directory);
	}
	if (status == HD_OK) {
		*harness = hd_path_absolute(path);
	}
	free(path);
	return status;
}

static void finish(struct build *build)
{
	hd_scratch_remove(&build->temporary);
	for (size_t i = 0; i < build->count; i++) {
		free(build->units[i].written);
		free(build->units[i].object);
		free(build->units[i].log);
	}
	free(build->units);
	hd_strv_finish(&build->archives);
	hd_strv_finish(&build->run_paths);
	hd_toolchain_finish(&build->tools);
}

enum hd_status hd_build_harness(const struct hd_build_request *request, char **harness, struct hd_error *error)
{
	struct build build = {
		.request = request,
		.count = request->files->count + request->generated_count,
	};
	*harness = NULL;
	if (build.count == 0) {
		return hd_fail(error, HD_BAD_INPUT, "no files given");
	}
	build.units = calloc(build.count, sizeof(*build.units));
	hd_check(build.units != NULL);
	enum hd_status status = classify(&build, error);
	if (status == HD_OK) {
		status = request->files->count > 0 && build.units[0].kind == EXECUTABLE
			? take_executable(build.units[0].path, harness, error)
			: build_from_parts(&build, harness, error);
	}
	finish(&build);
	return status;
}

char *hd_build_identity(const char *harness)
{
	struct hd_str text = {0};
	struct hd_error ignored = {0};
	hd_path_read(harness, &text, &ignored);
	uint64_t hash = hd_hash_bytes(HD_HASH_START, hd_str_text(&text), text.length);
	hd_error_finish(&ignored);
	hd_str_finish(&text);
	return hd_format("%016" PRIx64, hash);
}
