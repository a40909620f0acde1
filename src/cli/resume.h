// SPDX-License-Identifier: Apache-2.0
// What campaigns leave in the store for those that go on with them (--resume). All of it belongs to one version of
// the code: what the harness learned of the API, what it has reported, what is covered, how far an
// exhaustive search has come, and how many executions were made from a seed.
#ifndef HD_CLI_RESUME_H
#define HD_CLI_RESUME_H

#include "base/error.h"
#include "base/scratch.h"
#include "cli/session.h"
#include "store/store.h"

struct hd_resume {
	struct hd_store *store;
	char *code;   // identity of the harness
	char *search; // name of the search that these options describe
	char *counter; // name of the number of executions with this seed
	struct hd_scratch scratch; // has the file for the harness
};

// With --resume, what is stored becomes a file for the harness, and session->config names it.
enum hd_status hd_resume_init(struct hd_resume *resume, struct hd_session *session, struct hd_store *store,
	struct hd_error *error);
void hd_resume_finish(struct hd_resume *resume);

// Messages of the harness, stored.
enum hd_status hd_resume_take_state(struct hd_resume *resume, const json_t *message, struct hd_error *error);
enum hd_status hd_resume_take_goals(struct hd_resume *resume, const json_t *message, struct hd_error *error);
// The campaign has ended.
enum hd_status hd_resume_count(struct hd_resume *resume, const struct hd_session *session, struct hd_error *error);

#endif
