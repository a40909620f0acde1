// SPDX-License-Identifier: Apache-2.0
// What a harness says last. Where it could not, what is known without it: then `message` is
// NULL and all lists are empty.
#ifndef HD_MESSAGE_DONE_H
#define HD_MESSAGE_DONE_H

#include <stdint.h>

#include "message/message.h"

// A violation that could not be confirmed.
struct hd_done_lost {
	const char *kind, *message, *why;
	int64_t times;
	bool has_site;
	struct hd_place site;
};

// How much of a metric is covered.
struct hd_done_metric {
	const char *name;
	int64_t covered, total;                              // total: -1 if unknown
	int64_t estimated, false_positives, false_negatives; // of sync_pairs
	int64_t feasible;        // of access_patterns
	int64_t forbidden;       // of schedules
	int64_t goal_pairs, goal_pairs_covered, partial_goals, partial_goals_covered;
	int64_t lock_sites, lock_sites_blocked;
};

struct hd_done_growth {
	const char *metric;
	int64_t executions, covered;
	double seconds;
};

struct hd_done_contract {
	const char *class, *contract, *why;
	bool tested;
	const char *problem; // why it cannot be tested; NULL: it can
	int64_t unprotected; // variables
};

struct hd_done_learned {
	const char *function, *text;
	bool used; // do tests call it?
};

struct hd_done_pair { // of methods
	const char *class;  // NULL: unknown
	const char *a, *b;
	int64_t tried, covered, score;
};

struct hd_done_sync_pair { // second after first
	struct hd_place first, second;
	bool estimated, covered;
};

struct hd_done_variable {
	const char *name;
	struct hd_place *reads, *writes;
	size_t read_count, write_count;
	struct hd_texts readers, writers; // methods
};

struct hd_done_class { // what is known of it statically
	const char *name;
	int64_t total, feasible; // memory-access patterns; those of concurrent calls
	struct hd_done_variable *variables;
	size_t variable_count;
};

struct hd_done_near { // a test that did not reproduce a crash
	struct hd_texts prefix;
	struct hd_texts *threads;
	size_t thread_count;
	const char *kind; // what it showed instead; NULL: nothing
	const char *match;
};

struct hd_done_reproduction {
	bool any; // a crash was to be reproduced
	const char *method;  // NULL: none is known
	bool has_point;
	struct hd_place point;
	const char *missing; // NULL: nothing
	int64_t depth, prefixes, combinations, explored, sampled;
	int64_t exception, stack, redundant, interfere, interleave; // pruned
	int64_t reached, relaxed, calls;
	struct hd_done_near *nearest;
	size_t nearest_count;
};

struct hd_done {
	json_t *message; // as it came: --json passes parts of it on
	struct hd_arena arena;
	const char *reason; // "died": it said nothing
	uint64_t executions, blocked, traces, cut_off, hung, ignored, steps, violations;
	double seconds;
	int64_t unconfirmed, leaked;
	bool isolated;
	int64_t deaths; // of workers
	const char *death;
	int64_t functions, uninstrumented, tests, searched;
	int64_t declared, tested; // functions of the API; declared: 0 if nothing could be tested
	struct hd_done_lost *lost;
	struct hd_done_metric *metrics;
	struct hd_done_growth *growth;
	struct hd_done_learned *learned;
	struct hd_done_contract *contracts;
	struct hd_done_pair *pairs;
	struct hd_done_sync_pair *sync_pairs;
	struct hd_done_class *model;
	struct hd_done_reproduction reproduction;
	size_t lost_count, metric_count, growth_count, learned_count, contract_count, pair_count, sync_pair_count,
		model_count;
};

void hd_done_init(struct hd_done *done, const json_t *message);
void hd_done_finish(struct hd_done *done);

// All ranks together cover so much of a metric.
void hd_done_set_covered(struct hd_done *done, const char *metric, int64_t covered);
// NULL: it was not measured.
const struct hd_done_metric *hd_done_metric(const struct hd_done *done, const char *name);

// Adds the members that --json shows as they came.
void hd_done_pass_on(const struct hd_done *done, json_t *object);
// Adds the metrics as they came, by name.
void hd_done_pass_on_metrics(const struct hd_done *done, json_t *object);
// The static model as it came, borrowed; NULL: there is none.
const json_t *hd_done_model_json(const struct hd_done *done);

#endif
