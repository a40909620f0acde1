// SPDX-License-Identifier: Apache-2.0
#include "cli/resume.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/messages.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "cli/values.h"
#include "harness/build.h"

// A search goes on only under the options that its tree depends on.
static char *name_of_search(const struct hd_session *session)
{
	const struct hd_config *config = &session->config;
	uint64_t args = HD_HASH_START;
	for (size_t i = 0; i < session->options->args.count; i++) {
		args = hd_hash_text(args, session->options->args.items[i]);
	}
	return hd_format("search %s bound=%" PRIu32 " spurious=%" PRIu32 " steps=%" PRIu64 " heap=%" PRIu64
			 " reuse=%" PRIu32 " args=%016" PRIx64,
		config->schedule, config->bound, config->spurious, config->max_steps, config->max_heap, config->reuse,
		args);
}

static const char *stored_name(const struct hd_resume *resume, const char *name)
{
	return strcmp(name, "search") == 0 ? resume->search : name;
}

static enum hd_status add_state(struct hd_resume *resume, const char *name, struct hd_str *file, bool *found,
	struct hd_error *error)
{
	char *text;
	enum hd_status status = hd_store_state(resume->store, resume->code, stored_name(resume, name), &text, error);
	*found = status == HD_OK && text && !strchr(text, '\n');
	if (*found) {
		hd_str_addf(file, "state %s %s\n", name, text);
	}
	free(text);
	return status;
}

static enum hd_status add_goals(struct hd_resume *resume, struct hd_str *file, size_t *count, struct hd_error *error)
{
	json_t *rows, *row;
	size_t index;
	enum hd_status status = hd_store_covered(resume->store, resume->code, &rows, error);
	*count = json_array_size(rows);
	json_array_foreach(rows, index, row) {
		hd_str_addf(file, "goal %s %lld %lld\n", hd_json_text(row, "metric", "?"),
			(long long)hd_json_int(row, "goal", 0), (long long)hd_json_int(row, "value", 0));
	}
	json_decref(rows);
	return status;
}

static enum hd_status read_counter(struct hd_resume *resume, uint64_t *first, struct hd_error *error)
{
	char *text;
	enum hd_status status = hd_store_state(resume->store, resume->code, resume->counter, &text, error);
	if (status == HD_OK && text && (!hd_value_number(text, first) || *first > INT64_MAX / 2)) {
		*first = 0;
	}
	free(text);
	return status;
}

static enum hd_status write_file(struct hd_resume *resume, struct hd_session *session, const struct hd_str *text,
	struct hd_error *error)
{
	enum hd_status status = hd_scratch_create(&resume->scratch, session->options->out, error);
	if (status != HD_OK) {
		return status;
	}
	char *path = hd_path_join(resume->scratch.path, "resume"), *absolute = hd_path_absolute(path);
	status = hd_path_write(path, hd_str_text(text), error);
	int length = snprintf(session->config.resume_file, sizeof(session->config.resume_file), "%s", absolute);
	if (status == HD_OK && (size_t)length >= sizeof(session->config.resume_file)) {
		status = hd_fail(error, HD_BAD_INPUT, "the path of the output directory is too long");
	}
	free(absolute);
	free(path);
	return status;
}

static void tell(const struct hd_session *session, bool any, bool search, size_t goals, size_t findings)
{
	bool exhaustive = !session->class_name && hd_value_is_exhaustive(session->config.schedule);
	if (!any) {
		hd_warning("there is nothing to go on with for this version of the code; starting from the beginning");
		return;
	}
	hd_info("going on after %" PRIu64 " executions: %zu goals covered, %zu finding%s known%s",
		session->config.first, goals, findings, findings == 1 ? "" : "s",
		!exhaustive      ? ""
			: search ? ", and the search where it was left"
				 : "; the search, of which nothing is stored for these options, from the beginning");
}

// What is stored for this code and these options.
static enum hd_status gather(struct hd_resume *resume, struct hd_session *session, struct hd_error *error)
{
	struct hd_str file = {0};
	bool learned = false, known = false, search = false;
	size_t goals = 0;
	enum hd_status status;
	if ((status = add_state(resume, "learned", &file, &learned, error)) == HD_OK &&
		(status = add_state(resume, "known", &file, &known, error)) == HD_OK &&
		(status = add_state(resume, "search", &file, &search, error)) == HD_OK &&
		(status = add_goals(resume, &file, &goals, error)) == HD_OK &&
		(status = read_counter(resume, &session->config.first, error)) == HD_OK &&
		(status = hd_store_count_findings(resume->store, resume->code, &session->earlier, error)) == HD_OK) {
		status = write_file(resume, session, &file, error);
		tell(session, learned || known || search || goals > 0, search, goals, session->earlier);
	}
	hd_str_finish(&file);
	return status;
}

enum hd_status hd_resume_init(struct hd_resume *resume, struct hd_session *session, struct hd_store *store,
	struct hd_error *error)
{
	*resume = (struct hd_resume){
		.store = store,
		.code = hd_build_identity(session->harness),
		.search = name_of_search(session),
		.counter = hd_format("executions seed=%" PRIu64 " schedule=%s strategy=%s", session->config.seed,
			session->config.schedule, session->config.strategy),
	};
	return session->options->resume ? gather(resume, session, error) : HD_OK;
}

void hd_resume_finish(struct hd_resume *resume)
{
	if (resume->scratch.path) {
		hd_scratch_remove(&resume->scratch);
	}
	free(resume->code);
	free(resume->search);
	free(resume->counter);
}

enum hd_status hd_resume_take_state(struct hd_resume *resume, const json_t *message, struct hd_error *error)
{
	const char *name = hd_json_text(message, HD_TEXT(state, name), "");
	const char *text = hd_json_text(message, HD_TEXT(state, text), "");
	return hd_store_set_state(resume->store, resume->code, stored_name(resume, name), *text ? text : NULL, error);
}

enum hd_status hd_resume_take_goals(struct hd_resume *resume, const json_t *message, struct hd_error *error)
{
	const json_t *goals = hd_json_array(message, HD_LIST(goals, goals));
	const json_t *values = hd_json_array(message, HD_LIST(goals, values));
	size_t count = json_array_size(goals);
	struct hd_store_goal *rows = calloc(count + 1, sizeof(*rows));
	hd_check(rows != NULL);
	for (size_t i = 0; i < count; i++) {
		rows[i].goal = json_integer_value(json_array_get(goals, i));
		rows[i].value = json_integer_value(json_array_get(values, i));
	}
	enum hd_status status = hd_store_add_covered(resume->store, resume->code,
		hd_json_text(message, HD_TEXT(goals, metric), "?"), rows, count, error);
	free(rows);
	return status;
}

enum hd_status hd_resume_count(struct hd_resume *resume, const struct hd_session *session, struct hd_error *error)
{
	const struct hd_done *done = &session->outcome.done;
	char *text = hd_format("%" PRIu64, session->config.first + done->executions + done->blocked + done->hung);
	enum hd_status status = hd_store_set_state(resume->store, resume->code, resume->counter, text, error);
	free(text);
	return status;
}
