// SPDX-License-Identifier: Apache-2.0
#include "cli/list_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/api.h"
#include "base/json.h"
#include "base/path.h"

static void show_note(void *context, const struct hd_note *note)
{
	(void)context;
	hd_session_show_note(note);
}

static const char *or_unknown(const char *text)
{
	return text ? text : "?";
}

static void add_sites(struct hd_str *out, const char *verb, const struct hd_place *sites, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		hd_str_addf(out, "    %-5s  %s:%d:%d  %s\n", verb, hd_path_display(or_unknown(sites[i].file)),
			sites[i].line, sites[i].column, or_unknown(sites[i].function));
	}
}

static void add_methods(struct hd_str *out, const char *heading, const struct hd_texts *methods)
{
	if (methods->count == 0) {
		return;
	}
	hd_str_addf(out, "    %s", heading);
	for (size_t i = 0; i < methods->count; i++) {
		hd_str_addf(out, "%s%s", i ? ", " : " ", methods->items[i]);
	}
	hd_str_add_char(out, '\n');
}

static void add_class(struct hd_str *out, const struct hd_done_class *class)
{
	hd_str_addf(out, "class %s: %zu shared variable%s, %lld memory-access patterns (%lld for concurrent calls)\n",
		class->name, class->variable_count, class->variable_count == 1 ? "" : "s", (long long)class->total,
		(long long)class->feasible);
	for (size_t i = 0; i < class->variable_count; i++) {
		const struct hd_done_variable *variable = &class->variables[i];
		hd_str_addf(out, "  %s\n", variable->name);
		add_sites(out, "read", variable->reads, variable->read_count);
		add_sites(out, "write", variable->writes, variable->write_count);
		add_methods(out, "read by", &variable->readers);
		add_methods(out, "written by", &variable->writers);
	}
}

static void print(const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	if (session->options->json) {
		char *text = hd_json_dump(hd_done_model_json(done), JSON_INDENT(2));
		fputs(text, stdout);
		free(text);
		return;
	}
	struct hd_str text = {0};
	for (size_t i = 0; i < done->model_count; i++) {
		add_class(&text, &done->model[i]);
	}
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
}

enum hd_status hd_list_model_ask(struct hd_session *session, struct hd_error *error)
{
	session->config.mode = HD_MODE_MODEL;
	const struct hd_harness_request request = {
		.harness = session->harness,
		.config = session->config,
		.stdout_is_ours = true,
		.sandbox = hd_session_sandbox(session),
	};
	const struct hd_harness_events events = {.note = show_note};
	return hd_harness_run(&request, &events, &session->outcome, error);
}

enum hd_status hd_list_model(struct hd_session *session, struct hd_error *error)
{
	if (session->config.contract == 0) {
		session->config.contract = HD_CONTRACT_SHARED; // patterns of all methods
	}
	enum hd_status status = hd_list_model_ask(session, error);
	if (status != HD_OK) {
		return status;
	}
	if (!hd_done_model_json(&session->outcome.done)) {
		return session->outcome.error_note ? HD_BAD_INPUT
						   : hd_fail(error, HD_INTERNAL, "the harness returned no model");
	}
	print(session);
	return HD_OK;
}
