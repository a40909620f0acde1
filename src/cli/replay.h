// SPDX-License-Identifier: Apache-2.0
// A stored finding, executed again: what heddle replay and heddle check have in common.
#ifndef HD_CLI_REPLAY_H
#define HD_CLI_REPLAY_H

#include "cli/options.h"
#include "harness/supervisor.h"
#include "message/finding.h"

struct hd_replay {
	const struct hd_options *options;
	char *directory; // of the finding, absolute
	struct hd_finding *finding;
	char *start;   // where heddle was started: hd_replay_close goes back there
	char *harness; // NULL: not known yet
	bool rebuilt;  // by us, from the sources
	bool changed;  // the harness is not that of the finding
	uint64_t times;
	uint64_t same;     // with the same trace
	uint64_t verdicts; // of the same kind
	char *other; // the first trace that was different
	char *place; // function of the violation seen last,
	char *headline; // and what it is called now: lines may have moved
};

// name: a directory, a finding.json, or an id in the output directory. Goes to where the sources
// are; paths in the options must be absolute before.
enum hd_status hd_replay_open(struct hd_replay *replay, const struct hd_options *options, const char *name,
	struct hd_error *error);
void hd_replay_close(struct hd_replay *replay);

// The harness that found it; one built from the sources if that is gone.
enum hd_status hd_replay_find_harness(struct hd_replay *replay, struct hd_error *error);
// One built from the sources as they are now. directory: where it goes.
enum hd_status hd_replay_rebuild(struct hd_replay *replay, const char *directory, struct hd_error *error);

// Runs the stored schedule replay->times times, and counts what is the same.
enum hd_status hd_replay_execute(struct hd_replay *replay, struct hd_harness_outcome *outcome, struct hd_error *error);
// What a harness of this finding needs to know, for any mode.
enum hd_status hd_replay_configure(const struct hd_replay *replay, struct hd_config *config, struct hd_error *error);
enum hd_sandbox_level hd_replay_sandbox(const struct hd_replay *replay);
void hd_replay_add_args(const struct hd_replay *replay, struct hd_strv *args);

// Was the violation seen last at the place of the finding's?
bool hd_replay_same_place(const struct hd_replay *replay);

#endif
