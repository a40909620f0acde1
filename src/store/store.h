// SPDX-License-Identifier: Apache-2.0
// campaign.db in the output directory. Every write is one transaction.
#ifndef HD_STORE_STORE_H
#define HD_STORE_STORE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "message/done.h"
#include "message/finding.h"

#define HD_STORE_VERSION 5
#define HD_STORE_FILE "campaign.db"

struct hd_store;

// What is known when a campaign starts.
struct hd_store_campaign {
	const char *command;
	const char *version;
	const char *code; // identity of the harness; NULL: unknown
	const char *class; // or NULL
	const char *strategy;
	const json_t *arguments; // array of strings
	uint64_t seed;
};

// ... and when it ends.
struct hd_store_result {
	const char *reason;
	double seconds;
	uint64_t tests, executions, blocked, traces, cut_off, steps;
};

struct hd_store_coverage {
	const char *metric;
	uint64_t executions;
	double seconds;
	uint64_t covered;
	int64_t total; // negative: unknown
};

// Opens the database of an output directory; with `create` makes the directory
// and the database if they are missing, without it only to read: then the file stays as it is, and may be one that
// cannot be written. One of an earlier version is upgraded (to read: a copy of it); a damaged or foreign
// file, or one of a later version, is refused (HD_BAD_INPUT) and left as it is.
enum hd_status hd_store_open(struct hd_store **store, const char *directory, bool create, struct hd_error *error);
void hd_store_close(struct hd_store *store);

enum hd_status hd_store_begin(struct hd_store *store, const struct hd_store_campaign *campaign, int64_t *id,
	struct hd_error *error);
enum hd_status hd_store_end(struct hd_store *store, int64_t id, const struct hd_store_result *result,
	struct hd_error *error);
// One with the same id is replaced.
enum hd_status hd_store_add_finding(struct hd_store *store, int64_t campaign, const struct hd_finding *finding,
	struct hd_error *error);
enum hd_status hd_store_add_coverage(struct hd_store *store, int64_t campaign, const struct hd_store_coverage *coverage,
	struct hd_error *error);
// From the harness's final message. Adds all rows, or none.
enum hd_status hd_store_add_pairs(struct hd_store *store, int64_t campaign, const struct hd_done_pair *pairs,
	size_t count, struct hd_error *error);
enum hd_status hd_store_add_learned(struct hd_store *store, int64_t campaign, const struct hd_done_learned *learned,
	size_t count, struct hd_error *error);
enum hd_status hd_store_add_contracts(struct hd_store *store, int64_t campaign,
	const struct hd_done_contract *contracts, size_t count, struct hd_error *error);

// What was covered, by all campaigns of this code. A goal that is there already keeps the larger value.
struct hd_store_goal {
	int64_t goal, value;
};
enum hd_status hd_store_add_covered(struct hd_store *store, const char *code, const char *metric,
	const struct hd_store_goal *goals, size_t count, struct hd_error *error);
// Rows with metric, goal and value.
enum hd_status hd_store_covered(struct hd_store *store, const char *code, json_t **rows, struct hd_error *error);

// Findings of campaigns of this code.
enum hd_status hd_store_count_findings(struct hd_store *store, const char *code, size_t *count, struct hd_error *error);

// What --resume goes on with; text NULL: nothing any more. *text is the caller's to free, NULL if there is none.
enum hd_status hd_store_set_state(struct hd_store *store, const char *code, const char *name, const char *text,
	struct hd_error *error);
enum hd_status hd_store_state(struct hd_store *store, const char *code, const char *name, char **text,
	struct hd_error *error);

// merge.c: adds what the database of another output directory has and this one has not, but for
// findings: campaigns with their coverage, pairs and what they learned; covered goals; states. All or nothing.
enum hd_status hd_store_merge(struct hd_store *store, struct hd_store *from, uint64_t *new_campaigns,
	struct hd_error *error);
// A finding as hd_store_add_finding adds it, of the campaign with this uid.
enum hd_status hd_store_add_finding_of(struct hd_store *store, const char *uid, const struct hd_finding *finding,
	struct hd_error *error);
bool hd_store_has_finding(struct hd_store *store, const char *id);
// HD_BAD_INPUT if the file is damaged in a way that opening it does not show.
enum hd_status hd_store_check(struct hd_store *store, struct hd_error *error);
// Each metric: covered and total of all campaigns together, one row for each version of the code.
enum hd_status hd_store_united(struct hd_store *store, json_t **rows, struct hd_error *error);

// All rows as an array of objects with the columns as members, oldest first.
enum hd_status hd_store_campaigns(struct hd_store *store, json_t **rows, struct hd_error *error);
enum hd_status hd_store_findings(struct hd_store *store, json_t **rows, struct hd_error *error);
enum hd_status hd_store_coverage(struct hd_store *store, json_t **rows, struct hd_error *error);
enum hd_status hd_store_pairs(struct hd_store *store, json_t **rows, struct hd_error *error);
// What the most recent campaign to learn anything about a function learned.
enum hd_status hd_store_learned(struct hd_store *store, json_t **rows, struct hd_error *error);
// Of each class, what the most recent campaign to say anything about it says.
enum hd_status hd_store_contracts(struct hd_store *store, json_t **rows, struct hd_error *error);

#endif
