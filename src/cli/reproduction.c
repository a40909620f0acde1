// SPDX-License-Identifier: Apache-2.0
#include "cli/reproduction.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "cli/session.h"
#include "cli/summary.h"
#include "report/text.h"

bool hd_reproduction_is_crash(const struct hd_finding *finding)
{
	return finding->match &&
		(strcmp(finding->match, "exact") == 0 || strcmp(finding->match, "same functions") == 0);
}

const struct hd_finding *hd_reproduction_found(const struct hd_session *session)
{
	for (size_t i = 0; i < session->finding_count; i++) {
		if (hd_reproduction_is_crash(session->findings[i])) {
			return session->findings[i];
		}
	}
	return NULL;
}

void hd_reproduction_match(struct hd_str *out, const struct hd_finding *finding)
{
	if (!finding->match) {
		return;
	}
	if (!hd_reproduction_is_crash(finding)) {
		hd_str_addf(out, "another violation, met on the way (%s)",
			strcmp(finding->match, "none") == 0 ? "not the crash" : "the same method, but not the crash");
		return;
	}
	hd_str_add(out, finding->match);
	hd_str_add(out,
		strcmp(finding->match, "exact") == 0
			? ": the functions of the stack, and its line"
			: ": the functions of the stack; noticed in another line, or the stack lacks lines or frames");
	if (finding->thread_count == 1) {
		hd_str_add(out, "; sequential: one thread is enough");
	}
}

static size_t count_calls(const struct hd_finding *finding)
{
	size_t n = finding->prefix.count;
	for (size_t i = 0; i < finding->thread_count; i++) {
		n += finding->threads[i].count;
	}
	return n;
}

static const char *plural(int64_t n)
{
	return n == 1 ? "" : "s";
}

static void add_place(struct hd_str *out, const struct hd_done_reproduction *r)
{
	hd_str_addf(out, "%s (%s", r->point.function, hd_path_display(r->point.file ? r->point.file : "?"));
	hd_str_addf(out, r->point.line > 0 ? ":%d)" : ")", r->point.line);
}

static void add_point(struct hd_str *out, const struct hd_done_reproduction *r)
{
	if (r->method) {
		hd_str_addf(out, "heddle: crash in %s()", r->method);
	}
	if (r->method && r->has_point) {
		hd_str_add(out, strcmp(r->point.function, r->method) == 0 ? ", itself " : ", at ");
		add_place(out, r);
	} else if (r->has_point && !r->missing) {
		hd_str_add(out, "heddle: crash at ");
		add_place(out, r);
		hd_str_add(out, "; the function of the API that was called has no frame on the stack");
	}
	hd_str_add(out, r->method || (r->has_point && !r->missing) ? "\n" : "");
}

static void add_search(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	const struct hd_done_reproduction *r = &done->reproduction;
	hd_str_addf(out, "heddle: %lld test%s explored (%llu executions, ", (long long)r->explored, plural(r->explored),
		(unsigned long long)done->executions);
	hd_text_seconds(out, done->seconds);
	hd_str_addf(out, ") of %lld combination%s of calls after %lld prefix%s", (long long)r->combinations,
		plural(r->combinations), (long long)r->prefixes, r->prefixes == 1 ? "" : "es");
	hd_str_addf(out,
		"\nheddle: pruned: %lld by exception, %lld by stack, %lld by interfere, %lld by interleave, %lld by"
		" redundant\n",
		(long long)r->exception, (long long)r->stack, (long long)r->interfere, (long long)r->interleave,
		(long long)r->redundant);
	if (r->sampled > 0) {
		hd_str_addf(out,
			"heddle: %lld test%s too many schedules for all of them: after 20000, PCT and POS took"
			" samples\n",
			(long long)r->sampled, r->sampled == 1 ? " has" : "s have");
	}
}

static void add_why_not(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done *done = &session->outcome.done;
	const struct hd_done_reproduction *r = &done->reproduction;
	if (r->missing) {
		hd_str_addf(out, "heddle: not reproduced: %s\n", r->missing);
		return;
	}
	bool all = strcmp(done->reason, "exhausted") == 0;
	hd_str_addf(out, "heddle: not reproduced: %s",
		all                                                ? "no test that could show it is left"
			: strcmp(done->reason, "interrupted") == 0 ? "interrupted"
								   : "the budget is spent");
	hd_str_addf(out, " (up to %lld call%s after the constructor)\n", (long long)r->calls, plural(r->calls));
	if (r->reached == 0 || r->relaxed > 0) {
		hd_str_add(out,
			"heddle: no call came to the point of failure on its own: a state or a value that it"
			" needs was not found\n");
	}
}

static void add_calls(struct hd_str *out, const struct hd_texts *calls)
{
	for (size_t i = 0; i < calls->count; i++) {
		hd_str_addf(out, "%s%s", i > 0 ? " " : "", calls->items[i]);
	}
}

static void add_nearest(struct hd_str *out, const struct hd_done_reproduction *r)
{
	for (size_t i = 0; i < r->nearest_count; i++) {
		const struct hd_done_near *near = &r->nearest[i];
		hd_str_add(out, i == 0 ? "heddle: nearest: " : "                 ");
		add_calls(out, &near->prefix);
		for (size_t k = 0; k < near->thread_count; k++) {
			hd_str_add(out, k == 0 ? " | " : " || ");
			add_calls(out, &near->threads[k]);
		}
		hd_str_addf(out, " : %s\n", near->kind ? near->kind : "no violation");
	}
}

static void add_result(struct hd_str *out, const struct hd_session *session)
{
	const struct hd_done_reproduction *r = &session->outcome.done.reproduction;
	const struct hd_finding *found = hd_reproduction_found(session);
	add_point(out, r);
	if (found) {
		hd_str_addf(out, "heddle: reproduced (%s) by a test of %zu calls\n", found->match, count_calls(found));
	} else {
		add_why_not(out, session);
	}
	add_search(out, session);
	if (!found) {
		add_nearest(out, r);
	}
}

static void print_json(const struct hd_session *session)
{
	const struct hd_finding *found = hd_reproduction_found(session);
	json_t *object = hd_summary_json(session);
	json_object_set_new(object, "reproduced", json_boolean(found != NULL));
	json_object_set_new(object, "match", found ? hd_json_string(found->match) : json_null());
	json_object_set_new(object, "sequential", json_boolean(found && found->thread_count == 1));
	json_object_set_new(object, "test_size", found ? json_integer((json_int_t)count_calls(found)) : json_null());
	char *text = hd_json_dump(object, JSON_INDENT(2));
	fputs(text, stdout);
	free(text);
	json_decref(object);
}

void hd_reproduction_print(const struct hd_session *session)
{
	struct hd_str text = {0}, printable = {0};
	if (session->options->json) {
		print_json(session);
		return;
	}
	add_result(&text, session);
	hd_str_add_printable(&printable, hd_str_text(&text));
	fputs(hd_str_text(&printable), stdout);
	hd_str_finish(&printable);
	hd_str_finish(&text);
}
