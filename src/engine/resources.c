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
	left->fewest = UINT32_MAX;
	left->there = false;
	left->looks = 0;
}

// Has the execution that just ended lost something, as far as can be told without sequential orders?
static bool loses(const struct hd_leftovers *left)
{
	bool descriptors = hd_descriptors_left > left->fewest && hd_lost_is_over(&hd_worker->test);

	return descriptors || (hd_heap_in_use() > left->least && hd_lost_find().bytes > 0);
}

void hd_resources_note(uint64_t execution)
{
	struct hd_leftovers *left = &hd_worker->rounds.leftovers;
	uint64_t alive = hd_heap_in_use();

	if (likely(alive <= left->least && hd_descriptors_left <= left->fewest)) {
		left->least = alive;
		left->fewest = hd_descriptors_left;
		return;
	}
	if (!(hd.run.oracles & HD_ORACLE_RESOURCES) || left->there || left->looks == MOST_LOOKS ||
		!hd_results.overlapped || hd_maps_used || hd_class(hd_worker->test.class)->spawns) {
		return;
	}
	left->looks++;
	if (loses(left) && hd_schedule_copy(&left->schedule, &hd.record.schedule)) {
		left->there = true;
		left->execution = execution;
	}
}

static void set_memory_verdict(const struct hd_lost_memory *lost)
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

static void set_descriptor_verdict(void)
{
	struct hd_fault *f = &hd.record.fault;
	unsigned n = hd_descriptors_left;

	*f = (struct hd_fault){.kind = HD_VERDICT_LEAK, .key = hd_mix(HD_VERDICT_LEAK), .fiber = 0};
	snprintf(f->message, sizeof(f->message),
		"%u descriptor%s still open when all objects have been destroyed; after the sequential orders of the "
		"same calls at most %u",
		n, n == 1 ? " is" : "s are", hd_worker->linear.descriptors);
	hd.record.outcome.verdict = HD_VERDICT_LEAK;
}

void hd_resources_judge(void)
{
	const struct hd_linearizations *l = &hd_worker->linear;

	if (!l->weighed || hd_maps_used) {
		return;
	}
	if (hd_descriptors_left > l->descriptors && hd_lost_is_over(&hd_worker->test)) {
		set_descriptor_verdict();
	} else if (hd_heap_in_use() > l->alive) {
		struct hd_lost_memory lost = hd_lost_find();
		if (lost.bytes > l->lost) {
			set_memory_verdict(&lost);
		}
	}
}

bool hd_resources_check(void)
{
	static const struct hd_fault leak = {.kind = HD_VERDICT_LEAK};
	const struct hd_leftovers *left = &hd_worker->rounds.leftovers;

	if (!left->there || hd_campaign->over) {
		return true;
	}
	hd_tests_linearize(HD_VERDICT_LEAK, NULL, 0);
	if (hd_program_replay(&left->schedule, &leak, false)->outcome.verdict != HD_VERDICT_LEAK) {
		return true;
	}
	hd_findings_note(left->execution);
	return !hd_findings_suspect();
}
