// SPDX-License-Identifier: Apache-2.0
// What executions of the test at hand leave behind. An execution that leaves more than another is
// looked at, and is wrong if it has lost more (gen/lost.h) than any sequential order of the same
// calls does. Like results, this is judged late: nearly all executions leave the same.
#include "engine/engine.h"

#include "gen/lost.h"

#include <stdio.h>

#define MOST_SEGMENTS 256
#define MOST_CHOICES 64
#define MOST_LOOKS 8 // that find nothing

void hd_resources_init(struct hd_leftovers *left)
{
	hd_schedule_init(&left->schedule, MOST_SEGMENTS, MOST_CHOICES);
}

void hd_resources_begin(struct hd_leftovers *left)
{
	left->least = UINT64_MAX;
	left->lost = 0;
	left->looks = 0;
}

void hd_resources_note(uint64_t execution)
{
	struct hd_leftovers *left = &hd_worker->rounds.leftovers;
	uint64_t alive = hd_heap_in_use();

	if (likely(alive <= left->least)) {
		left->least = alive;
		return;
	}
	if (!(hd.run.oracles & HD_ORACLE_RESOURCES) || left->lost > 0 || left->looks == MOST_LOOKS ||
		!hd_results.overlapped || hd_maps_used || hd_class(hd_worker->test.class)->spawns) {
		return;
	}
	size_t lost = hd_lost_find().bytes;
	left->looks++;
	if (lost > 0 && hd_schedule_copy(&left->schedule, &hd.record.schedule)) {
		left->lost = lost;
		left->execution = execution;
	}
}

static void set_verdict(const struct hd_lost_memory *lost)
{
	struct hd_fault *f = &hd.record.fault;
	uint64_t most = hd_worker->linear.lost;
	bool one = lost->blocks == 1;

	*f = (struct hd_fault){.kind = HD_VERDICT_LEAK, .fiber = 0, .site = lost->site, .address = lost->address};
	f->key = hd_mix((uintptr_t)lost->site + HD_VERDICT_LEAK);
	int n = snprintf(f->message, sizeof(f->message),
		"%u block%s of %zu bytes%s %s not freed, and nothing points to %s; ", lost->blocks, one ? "" : "s",
		lost->bytes, one ? "" : " in all", one ? "is" : "are", one ? "it" : "them");
	if (most == 0) {
		snprintf(f->message + n, sizeof(f->message) - (size_t)n,
			"no sequential order of the same calls loses any");
	} else {
		snprintf(f->message + n, sizeof(f->message) - (size_t)n,
			"sequential orders of the same calls lose at most %llu bytes", (unsigned long long)most);
	}
	hd.record.outcome.verdict = HD_VERDICT_LEAK;
}

void hd_resources_judge(void)
{
	const struct hd_linearizations *l = &hd_worker->linear;

	if (!l->weighed || hd_heap_in_use() <= l->alive || hd_maps_used) {
		return;
	}
	struct hd_lost_memory lost = hd_lost_find();
	if (lost.bytes > l->lost) {
		set_verdict(&lost);
	}
}

bool hd_resources_check(void)
{
	static const struct hd_fault leak = {.kind = HD_VERDICT_LEAK};
	const struct hd_leftovers *left = &hd_worker->rounds.leftovers;

	if (left->lost == 0 || hd_campaign->over) {
		return true;
	}
	hd_tests_linearize(HD_VERDICT_LEAK, NULL, 0);
	if (hd_program_replay(&left->schedule, &leak, false)->outcome.verdict != HD_VERDICT_LEAK) {
		return true;
	}
	hd_findings_note(left->execution);
	return !hd_findings_suspect();
}
