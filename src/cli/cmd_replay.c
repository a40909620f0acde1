// SPDX-License-Identifier: Apache-2.0
// heddle replay: findings again, under their stored schedules. The verdict and
// the hash of the trace must be those of the finding.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "cli/cli.h"
#include "cli/replay.h"
#include "report/finding.h"
#include "report/text.h"

// remark: what there is to say besides that it is the same; NULL: nothing.
static void print_same(const struct hd_replay *replay, const char *remark)
{
	struct hd_style style = {.colour = hd_diag_colours(STDOUT_FILENO), .width = 100};
	struct hd_str headline = {0}, text = {0};
	struct hd_finding *printable = hd_finding_printable(replay->finding);
	hd_finding_headline(&headline, printable);
	hd_str_add(&text, "heddle: ");
	hd_style_add(&style, &text, HD_INK_RED, hd_str_text(&headline));
	hd_str_addf(&text, ", replayed %llu of %llu time%s (", (unsigned long long)replay->verdicts,
		(unsigned long long)replay->times, replay->times == 1 ? "" : "s");
	if (remark) {
		hd_str_addf(&text, "same violation, %s)\n", remark);
	} else {
		hd_str_addf(&text, "trace %s)\n", printable->hash);
	}
	if (!replay->options->quiet) {
		hd_text_finding(&text, printable, &style);
	}
	hd_finding_destroy(printable);
	fputs(hd_str_text(&text), stdout);
	hd_str_finish(&text);
	hd_str_finish(&headline);
}

static enum hd_status judge(const struct hd_replay *replay, const struct hd_harness_outcome *outcome,
	struct hd_error *error)
{
	bool same_place = hd_replay_same_place(replay);
	bool inexact = !replay->finding->exact;
	if (replay->same == replay->times) {
		print_same(replay, NULL);
		return HD_FOUND;
	}
	if ((replay->changed || inexact) && same_place && replay->verdicts == replay->times) {
		print_same(replay, replay->changed ? "the code has changed" : "the trace is not exact");
		return HD_FOUND;
	}
	if (replay->changed) {
		return hd_fail(error, HD_INTERNAL, "the violation did not recur%s; the code has changed since",
			replay->verdicts > 0 ? same_place ? " every time" : " at the same place" : "");
	}
	const char *advice = outcome->addresses_vary
		? "\naddress space randomisation could not be disabled here, which may be why"
		: "";
	return hd_fail(error, HD_INTERNAL, "the replay differs: %llu of %llu matched%s%s; expected %s, trace %s%s",
		(unsigned long long)replay->same, (unsigned long long)replay->times, replay->other ? "; got " : "",
		replay->other ? replay->other : "", replay->finding->kind, replay->finding->hash, advice);
}

static enum hd_status execute(struct hd_replay *replay, struct hd_error *error)
{
	struct hd_harness_outcome outcome = {0};
	enum hd_status status = hd_replay_execute(replay, &outcome, error);
	if (status == HD_OK && outcome.error_note) {
		status = HD_BAD_INPUT;
	} else if (status == HD_OK && !replay->options->gdb) {
		status = judge(replay, &outcome, error);
	}
	hd_harness_outcome_finish(&outcome);
	return status;
}

static enum hd_status replay_one(const struct hd_options *options, const char *name, struct hd_error *error)
{
	struct hd_replay replay;
	enum hd_status status = hd_replay_open(&replay, options, name, error);
	if (status == HD_OK && (status = hd_replay_find_harness(&replay, error)) == HD_OK) {
		status = execute(&replay, error);
	}
	hd_replay_close(&replay);
	return status;
}

// All of them, even if one fails; the status of the worst.
static enum hd_status run_replay(struct hd_options *options, struct hd_error *error)
{
	enum hd_status worst = HD_OK;
	if (options->files.count == 0) {
		return hd_fail(error, HD_BAD_INPUT, "replay takes a finding; see heddle replay --help");
	}
	hd_interrupt_watch();
	for (size_t i = 0; i < options->files.count && !hd_interrupt_count(); i++) {
		struct hd_error own = {0};
		enum hd_status status = replay_one(options, options->files.items[i], &own);
		bool last = i + 1 == options->files.count;
		if (own.text.length > 0 && last) {
			hd_fail(error, status, "%s", hd_str_text(&own.text));
		} else if (own.text.length > 0) {
			hd_error("%s", hd_str_text(&own.text));
		}
		hd_error_finish(&own);
		worst = status > worst ? status : worst;
	}
	return worst;
}

const struct hd_command hd_command_replay = {
	.name = "replay",
	.arguments = "[OPTIONS] FINDING...",
	.summary = "replay findings exactly",
	.description = "FINDING: a directory heddle-out/findings/ID, or just the ID.\n"
		       "Exit status: 1 if the same violation occurs with the same trace, 3 otherwise. If the\n"
		       "code has changed since, the same violation is enough, and heddle says so. To see whether\n"
		       "bugs are fixed, use heddle check.",
	.bit = HD_FOR_REPLAY,
	.run = run_replay,
};
