// SPDX-License-Identifier: Apache-2.0
// heddle run: a program with main(), run again and again under schedules that
// heddle chooses.
#include <stdlib.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/path.h"
#include "cli/cli.h"
#include "cli/inputs.h"
#include "cli/ranks.h"
#include "cli/session.h"
#include "cli/summary.h"
#include "cli/values.h"
#include "harness/sandbox.h"
#include "store/schedule_file.h"

static enum hd_status build(const struct hd_options *options, char **harness, struct hd_error *error)
{
	char *directory = hd_path_join(options->out, "build");
	const struct hd_given given = hd_inputs_given(options);
	enum hd_status status = hd_program_build(&given, directory, harness, error);
	if (status != HD_OK) {
		// Leave nothing behind; directories that hold something stay.
		rmdir(directory);
		rmdir(options->out);
		hd_session_tell_interrupted(options);
	}
	free(directory);
	return status;
}

static enum hd_status check_replay(const char *path, struct hd_error *error)
{
	struct hd_str text = {0};
	enum hd_status status = HD_OK;
	if (path && (status = hd_path_read(path, &text, error)) == HD_OK) {
		status = hd_schedule_file_check(hd_str_text(&text), path, error);
	}
	hd_str_finish(&text);
	return status;
}

static enum hd_status run_run(struct hd_options *options, struct hd_error *error)
{
	if (hd_ranks_is_other()) {
		return hd_ranks_work(options, error);
	}
	if (options->list_strategies) {
		hd_value_print_schedules();
		return HD_OK;
	}
	if (!(options->oracles & ~(uint32_t)(HD_ORACLE_LINEARIZABILITY | HD_ORACLE_RESOURCES))) {
		return hd_fail(error, HD_BAD_INPUT,
			"the oracles linearizability and resources apply to generated tests only (heddle "
			"test); select another oracle for heddle run");
	}
	char *harness;
	enum hd_status status = check_replay(options->replay, error);
	if (status != HD_OK) {
		return status;
	}
	hd_interrupt_watch();
	if (options->sandbox) {
		hd_sandbox_tell_lacks();
	}
	status = build(options, &harness, error);
	if (status != HD_OK) {
		return status;
	}
	struct hd_session session;
	hd_session_init(&session, options);
	hd_session_configure(&session);
	session.harness = harness;
	status = hd_session_run(&session, error);
	// A harness that began has a result, even if it failed in the end.
	if (session.outcome.done.reason[0] && status != HD_BAD_INPUT) {
		hd_summary_print(&session);
	}
	hd_session_finish(&session);
	free(harness);
	return status;
}

const struct hd_command hd_command_run = {
	.name = "run",
	.arguments = "[OPTIONS] [FILE... | DIRECTORY] [-- ARGS]",
	.summary = "run a multithreaded program under a controlled scheduler",
	.description = "FILE: C or C++ sources, objects and archives that make up a program with main(),\n"
		       "or a single executable built with heddle cc. ARGS are passed to the program. Without\n"
		       "files, heddle.ini in the current directory or in DIRECTORY names them.",
	.bit = HD_FOR_RUN,
	.run = run_run,
};
