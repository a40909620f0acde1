// SPDX-License-Identifier: Apache-2.0
// heddle reproduce: from the stack of a crash to a test and a schedule that show it.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/api.h"
#include "abi/crash_file.h"
#include "base/path.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "cli/reproduction.h"
#include "cli/session.h"
#include "cli/test_command.h"
#include "cli/values.h"
#include "crash/crash.h"

// ---- for the harness ------------------------------------------------------------------

// A name is one word, as long as the file's format allows.
static void add_word(struct hd_str *out, const char *text, size_t most)
{
	for (size_t i = 0; text[i] && i < most - 1; i++) {
		hd_str_add_char(out, isgraph((unsigned char)text[i]) || (unsigned char)text[i] >= 0x80 ? text[i] : '_');
	}
}

static void add_thread(struct hd_str *out, const struct hd_crash_thread *thread)
{
	hd_str_add(out, thread->crashed ? "thread crashed\n" : "thread\n");
	hd_str_add(out, hd_crash_is_null_call(&thread->frames[0]) ? "null call\n" : "");
	for (size_t i = 0; i < thread->count; i++) {
		const struct hd_crash_frame *frame = &thread->frames[i];
		if (!frame->function || !*frame->function) {
			continue;
		}
		hd_str_add(out, "frame ");
		add_word(out, frame->function, HD_CRASH_FILE_NAME);
		hd_str_addf(out, " %u ", frame->line);
		add_word(out, frame->file && *frame->file ? hd_path_name(frame->file) : "-", HD_CRASH_FILE_PATH);
		hd_str_add_char(out, '\n');
	}
}

static void write_crash(struct hd_str *out, const struct hd_crash *crash, const struct hd_options *options)
{
	hd_str_addf(out, "%s\nkind %s\n", HD_CRASH_FILE_HEADER, hd_crash_kind_name(crash->kind));
	hd_str_add(out, options->core ? "looked up in core\n" : options->exe ? "looked up\n" : "");
	for (size_t i = 0; i < crash->count; i++) {
		if (crash->threads[i].crashed) { // those that matter first: a harness reads a few
			add_thread(out, &crash->threads[i]);
		}
	}
	for (size_t i = 0; i < crash->count; i++) {
		if (!crash->threads[i].crashed) {
			add_thread(out, &crash->threads[i]);
		}
	}
}

static enum hd_status store_crash(const struct hd_crash *crash, const struct hd_options *options, const char *path,
	struct hd_error *error)
{
	struct hd_str text = {0};
	write_crash(&text, crash, options);
	FILE *file = fopen(path, "we");
	bool written = file && fputs(hd_str_text(&text), file) >= 0;
	written = file && fclose(file) == 0 && written;
	hd_str_finish(&text);
	return written ? HD_OK : hd_fail(error, HD_INTERNAL, "cannot write '%s': %s", path, strerror(errno));
}

// ---- the campaign -----------------------------------------------------------------------

// Races and wrong results are no crashes, and would end executions that crash later.
static uint32_t oracles_for(const struct hd_crash *crash)
{
	uint32_t mask = HD_ORACLE_CRASH | HD_ORACLE_MEMORY | HD_ORACLE_DEADLOCK;
	return crash->kind == HD_CRASH_RACE ? mask | HD_ORACLE_RACE : mask;
}

static enum hd_status search(struct hd_session *session, const struct hd_crash *crash, const char *path,
	struct hd_error *error)
{
	snprintf(session->config.crash_file, sizeof(session->config.crash_file), "%s", path);
	session->config.prune = session->options->prune;
	session->config.oracles = oracles_for(crash);
	enum hd_status status = hd_session_run(session, error);
	if (session->outcome.done.reason[0] && status != HD_BAD_INPUT) {
		hd_reproduction_print(session);
	}
	return status == HD_FOUND && !hd_reproduction_found(session) ? HD_OK : status;
}

static enum hd_status run_campaign(struct hd_session *session, void *context, struct hd_error *error)
{
	const struct hd_crash *crash = context;
	struct hd_scratch scratch = {0};
	char *parent = hd_path_absolute(session->options->out);
	enum hd_status status = hd_scratch_create(&scratch, parent, error);
	if (status == HD_OK) {
		char *path = hd_path_join(scratch.path, "crash");
		status = store_crash(crash, session->options, path, error);
		status = status == HD_OK ? search(session, crash, path, error) : status;
		free(path);
		hd_scratch_remove(&scratch);
	}
	free(parent);
	return status;
}

// ---- the command ------------------------------------------------------------------------

static enum hd_status read_crash(struct hd_crash *crash, const struct hd_options *options, struct hd_error *error)
{
	if (!options->stack == !options->core) {
		return hd_fail(error, HD_BAD_INPUT,
			"give the crash: either --stack FILE, or --core FILE with --exe FILE");
	}
	if (options->core && !options->exe) {
		return hd_fail(error, HD_BAD_INPUT, "--core needs the executable that crashed: --exe FILE");
	}
	return options->core ? hd_crash_read_core(crash, options->core, options->exe, error)
			     : hd_crash_read_file(crash, options->stack, options->format, options->exe, error);
}

static void set_text(char **to, const char *text)
{
	free(*to);
	*to = hd_copy(text);
}

static enum hd_status run_reproduce(struct hd_options *options, struct hd_error *error)
{
	struct hd_crash crash = {0};
	enum hd_status status = read_crash(&crash, options, error);
	if (status == HD_OK) {
		set_text(&options->strategy, "concrash");
		set_text(&options->schedule, "thorough");
		options->contract = HD_CONTRACT_SHARED; // the crash shows that it was
		status = hd_test_command(options, run_campaign, &crash, error);
		hd_crash_finish(&crash);
	}
	return status;
}

const struct hd_command hd_command_reproduce = {
	.name = "reproduce",
	.arguments = "--stack FILE [OPTIONS] [FILE... | DIRECTORY]",
	.summary = "find the test and the schedule that show a crash, from its stack",
	.description = "FILE: headers (.h) that declare the API, and the sources, objects and archives that\n"
		       "implement it, as for heddle test. From the stack of a crash in the field heddle\n"
		       "generates the concurrent test and finds the interleaving that crash in the same way.\n"
		       "Exit status 1: reproduced, 0: not, 2: the stack cannot be used.",
	.bit = HD_FOR_REPRODUCE,
	.run = run_reproduce,
};
