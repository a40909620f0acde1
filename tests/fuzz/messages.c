// SPDX-License-Identifier: Apache-2.0
// Lines that a harness sends, with all that the host makes of them.
#include "harness/supervisor.c"

#include "fuzz.h"
#include "report/finding.h"
#include "report/report.h"
#include "report/text.h"

fuzz_target fuzz_messages;

static void see_finding(void *context, const json_t *message)
{
	struct hd_symbols *symbols = context;
	struct hd_finding *finding = hd_finding_create(message, "/nothing/there", symbols);
	const char *id = finding->id;
	if (!*id || strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != strlen(id)) {
		abort(); // it names a directory
	}
	struct hd_str text = {0};
	hd_text_verdict(&text, finding, &hd_style_plain);
	hd_text_finding(&text, finding, &hd_style_plain);
	hd_str_finish(&text);
	hd_finding_destroy(finding);
}

void fuzz_messages(char *text, size_t size)
{
	struct hd_symbols *symbols = hd_symbols_create();
	struct hd_harness_outcome outcome = {0};
	const struct hd_harness_request request = {0};
	const struct hd_harness_events events = {.context = symbols, .finding = see_finding};
	struct harness harness = {.request = &request, .events = &events, .outcome = &outcome};
	// As a pipe gives them: in pieces.
	for (size_t at = 0, piece; at < size; at += piece) {
		piece = size - at < 100 ? size - at : 100;
		hd_str_add_bytes(&harness.line, text + at, piece);
		take_lines(&harness);
	}
	hd_str_finish(&harness.line);
	hd_str_finish(&harness.problem);
	hd_harness_outcome_finish(&outcome);
	hd_symbols_destroy(symbols);
}
