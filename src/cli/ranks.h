// SPDX-License-Identifier: Apache-2.0
// One campaign by several processes that a launcher started (mpirun heddle test ...). Rank 0 builds the harness,
// stores and shows. The others get the harness, make their share of the executions, and send what they find.
#ifndef HD_CLI_RANKS_H
#define HD_CLI_RANKS_H

#include "base/error.h"
#include "cli/options.h"
#include "cli/session.h"

// What rank 0 does with what the others send, while it works and afterwards.
struct hd_ranks_events {
	void *context;
	void (*finding)(void *context, const json_t *message);
	void (*goals)(void *context, const json_t *message);
};

// At the start of heddle. HD_OK without a launcher, too.
enum hd_status hd_ranks_begin(struct hd_error *error);
// At its end, whatever happened; status: that heddle exits with.
void hd_ranks_end(int status);

// Is this not rank 0? Then it does nothing but this.
bool hd_ranks_is_other(void);
enum hd_status hd_ranks_work(const struct hd_options *options, struct hd_error *error);

// Rank 0, with the harness built: gives the others their share. session->config is its own share then.
enum hd_status hd_ranks_hand_out(struct hd_session *session, struct hd_error *error);
// Is this a search, whose branches should not have to wait long?
bool hd_ranks_are_eager(const struct hd_config *config);
// Letters of the harness here to those of other ranks, and of those to it (abi/ring.h).
void hd_ranks_exchange(void *context, struct hd_control *control);
// Goals that this rank's harness, or another's, tells of in the end: coverage is that of all.
void hd_ranks_unite(const json_t *goals);
// Takes what has come. stop: everybody should end now.
void hd_ranks_look(const struct hd_ranks_events *events, bool stop);
// Its own share is done: waits for the others, as long as they can be expected to live, and adds up.
void hd_ranks_wait(const struct hd_ranks_events *events, struct hd_session *session, bool stop);

#endif
