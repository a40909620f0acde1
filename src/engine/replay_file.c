// SPDX-License-Identifier: Apache-2.0
// heddle replay: a stored schedule, executed.
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

static bool is_same(uint64_t hash)
{
	const char *wanted = hd_campaign->control->config.trace_hash;
	char text[24];

	snprintf(text, sizeof(text), "%016lx", (unsigned long)hash);
	return wanted[0] == '\0' || strcmp(text, wanted) == 0;
}

// The violation of this replay, with everything that is reported for a finding.
static void show(const struct hd_schedule *schedule, uint64_t hash)
{
	static struct hd_fault shown;

	shown = hd.record.fault;
	if (shown.kind == HD_VERDICT_DATA_RACE) {
		hd_capture_other_stack(&shown, schedule);
		hd_program_replay(schedule, &shown, true);
	}
	hd_campaign->violations++;
	struct hd_found found = {.ns = hd_campaign_elapsed_ns(), .switches = hd.record.outcome.switches};
	hd_message_finding(&shown, schedule, &found, NULL, hash, true);
}

bool hd_replay_file(void)
{
	struct hd_campaign *c = hd_campaign;
	const struct hd_config *config = &c->control->config;
	struct hd_schedule *schedule = &hd_worker->suspect.seen.schedule;
	static struct hd_fault wanted;
	uint64_t hash = 0;

	c->reason = "budget";
	hd_worker->confirms = true; // stacks are filled as when it was confirmed
	if (!hd_read_schedule(config->replay_file, schedule, &wanted)) {
		hd_message_note("error", NULL, "cannot read the schedule '%s'", config->replay_file);
		c->reason = "error";
		return true;
	}
	const struct hd_record *r = &hd.record;
	volatile struct hd_progress *progress = &c->control->progress;
	while (progress->executions < config->replay_times && !progress->stop) {
		r = hd_program_replay(schedule, &wanted, true);
		hash = hd_record_hash();
		if (schedule->outside) { // from now on as this program counts
			hd_schedule_copy(schedule, &r->schedule);
		}
		progress->executions++;
		progress->steps += r->outcome.steps;
		hd_message_replay(is_same(hash), hash);
		if (r->fault.kind != HD_VERDICT_NONE && r->fault.tainted &&
			progress->executions < config->replay_times) {
			return false; // this process is not to be trusted any more
		}
	}
	if (r->fault.kind != HD_VERDICT_NONE) {
		show(schedule, hash);
	}
	return true;
}
