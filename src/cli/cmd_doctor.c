// SPDX-License-Identifier: Apache-2.0
// heddle doctor: what heddle needs on this machine, what is there, and what is missing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/libclang.h"
#include "base/diag.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/spawn.h"
#include "cli/cli.h"
#include "harness/build.h"
#include "harness/sandbox.h"
#include "harness/supervisor.h"
#include "harness/toolchain.h"
#include "report/style.h"

struct doctor {
	struct hd_style style;
	bool missing; // something that is needed
};

// One line. help: what to do about it; needed: nothing works without it.
static void tell(struct doctor *doctor, bool good, bool needed, const char *what, const char *value, const char *help)
{
	struct hd_str line = {0}, safe = {0};
	hd_style_add(&doctor->style, &line,
		good             ? HD_INK_PLAIN
			: needed ? HD_INK_RED
				 : HD_INK_BOLD,
		good             ? "ok      "
			: needed ? "missing "
				 : "lacking ");
	hd_str_addf(&safe, "%-22s %s", what, value);
	if (!good) {
		hd_str_addf(&safe, "\n        %s", help);
	}
	hd_str_add_char(&line, ' ');
	hd_str_add_printable(&line, hd_str_text(&safe));
	puts(hd_str_text(&line));
	doctor->missing |= needed && !good;
	hd_str_finish(&safe);
	hd_str_finish(&line);
}

static void check_toolchain(struct doctor *doctor)
{
	struct hd_toolchain tools;
	struct hd_error error = {0};
	bool good = hd_toolchain_init(&tools, &error) == HD_OK;
	tell(doctor, good, true, "clang 19", good ? tools.clang : "", hd_str_text(&error.text));
	tell(doctor, good, true, "heddle's parts", good ? tools.engine : "", hd_str_text(&error.text));
	if (good) {
		hd_toolchain_finish(&tools);
	}
	hd_error_finish(&error);
}

static void check_libclang(struct doctor *doctor)
{
	struct hd_error error = {0};
	bool good = hd_libclang_load(&error) == HD_OK;
	struct hd_str version = {0};
	if (good) {
		CXString text = hd_clang.getClangVersion();
		hd_str_add(&version, hd_clang.getCString(text));
		hd_clang.disposeString(text);
	}
	tell(doctor, good, true, "libclang 19", hd_str_text(&version), hd_str_text(&error.text));
	hd_str_finish(&version);
	hd_error_finish(&error);
}

// The whole way: a program is compiled, linked and run under a schedule.
static void check_execution(struct doctor *doctor)
{
	static const char program[] = "#include <pthread.h>\n"
				      "static void *body(void *x) { return x; }\n"
				      "int main(void) { pthread_t t; pthread_create(&t, 0, body, 0); "
				      "return pthread_join(t, 0); }\n";
	struct hd_scratch scratch;
	struct hd_error error = {0};
	char *harness = NULL;
	const char *base = getenv("TMPDIR");
	enum hd_status status = hd_scratch_create(&scratch, base && *base ? base : "/tmp", &error);
	if (status == HD_OK) {
		char *source = hd_path_join(scratch.path, "doctor.c");
		struct hd_strv files = {0}, none = {0};
		struct hd_harness_outcome outcome = {0};
		hd_strv_add(&files, source);
		const struct hd_build_request request = {.files = &files,
			.cflags = &none,
			.libs = &none,
			.directory = scratch.path};
		if ((status = hd_path_write(source, program, &error)) == HD_OK &&
			(status = hd_build_harness(&request, &harness, &error)) == HD_OK) {
			const struct hd_harness_events events = {0};
			const struct hd_harness_request run = {
				.harness = harness,
				.args = &none,
				.config = {.mode = HD_MODE_RUN,
					.jobs = 1,
					.depth = 3,
					.bound = UINT32_MAX,
					.seed = 1,
					.executions = 10,
					.max_steps = 100000,
					.max_heap = 64 << 20,
					.hang_ms = 5000,
					.message_fd = -1,
					.schedule = "random"},
			};
			status = hd_harness_run(&run, &events, &outcome, &error);
			tell(doctor, !outcome.addresses_vary, false, "fixed addresses",
				outcome.addresses_vary ? "" : "yes",
				"address space randomisation cannot be disabled here (personality(2) fails): findings "
				"that depend on addresses may not replay");
		}
		hd_harness_outcome_finish(&outcome);
		hd_strv_finish(&files);
		free(source);
		free(harness);
		hd_scratch_remove(&scratch);
	}
	tell(doctor, status == HD_OK, true, "a program runs", status == HD_OK ? "built, scheduled, ended" : "",
		hd_str_text(&error.text));
	hd_error_finish(&error);
}

static void check_sandbox(struct doctor *doctor)
{
	const struct hd_sandbox_means *means = hd_sandbox_means();
	tell(doctor, means->namespaces != 0, false, "namespaces", means->namespaces ? "yes" : "",
		"code under test gets no network and no System V IPC at all (containers: --security-opt, or --privileged)");
	char *version = hd_format("version %d", means->landlock);
	tell(doctor, means->landlock > 0, false, "Landlock", means->landlock > 0 ? version : "",
		means->namespaces ? "files are protected only by a read-only view (Linux 5.13 with Landlock enabled)"
				  : "files outside the scratch directory are not protected");
	free(version);
	tell(doctor, means->filters, false, "system call filters", means->filters ? "yes" : "",
		"code under test can start processes");
}

static void check_program(struct doctor *doctor, const char *name, const char *help)
{
	char *path = hd_path_find_program(name);
	tell(doctor, path != NULL, false, name, path ? path : "", help);
	free(path);
}

static enum hd_status run_doctor(struct hd_options *options, struct hd_error *error)
{
	struct doctor doctor = {.style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100}};
	if (options->files.count > 0) {
		return hd_fail(error, HD_BAD_INPUT, "doctor takes no arguments");
	}
	check_toolchain(&doctor);
	check_libclang(&doctor);
	check_execution(&doctor);
	check_sandbox(&doctor);
	check_program(&doctor, "gdb", "only heddle replay --gdb needs it");
	check_program(&doctor, "pkg-config", "only --pkg needs it");
	check_program(&doctor, "cc", "only compiling test.c without heddle needs it");
	puts(doctor.missing ? "heddle: something that heddle needs is missing"
			    : "heddle: everything that heddle needs is there");
	return doctor.missing ? HD_BAD_INPUT : HD_OK;
}

const struct hd_command hd_command_doctor = {
	.name = "doctor",
	.arguments = "",
	.summary = "say what heddle needs on this machine and what is missing",
	.description = "Looks for the compiler and heddle's own parts, builds and runs a small program, and tells\n"
		       "which parts of the sandbox the system offers. Exit status: 0, or 2 if something that is\n"
		       "needed is missing. What is lacking is of use, but not needed.",
	.bit = HD_FOR_DOCTOR,
	.run = run_doctor,
};
