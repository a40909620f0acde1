// SPDX-License-Identifier: Apache-2.0
// One harness process from start to end: configuration in, messages out
// (abi/control.h, abi/messages.def).
#ifndef HD_HARNESS_SUPERVISOR_H
#define HD_HARNESS_SUPERVISOR_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "abi/control.h"
#include "base/error.h"
#include "base/strv.h"
#include "harness/sandbox.h"
#include "message/done.h"
#include "message/message.h"

struct hd_harness_request {
	const char *harness;        // path of the executable
	const struct hd_strv *args; // the program's arguments
	struct hd_config config;    // message_fd is filled in here
	bool stdout_is_ours;        // stdout is taken: program output goes to stderr
	enum hd_sandbox_level sandbox;
	bool eager; // the exchange should not have to wait long
	const bool *stop; // when true, the harness should finish soon; NULL: never
};

// Called while the harness runs. The messages are borrowed. Members may be NULL.
struct hd_harness_events {
	void *context;
	void (*note)(void *context, const struct hd_note *note);
	void (*finding)(void *context, const json_t *finding);
	void (*replay)(void *context, const struct hd_replayed *replayed);
	void (*state)(void *context, const json_t *state);
	void (*goals)(void *context, const json_t *goals);
	void (*exchange)(void *context, struct hd_control *control); // often, and once more when the harness has ended
	void (*tick)(void *context, const volatile struct hd_progress *progress, double seconds);
};

// The last message of the harness, or what its progress shows if it died before that.
struct hd_harness_outcome {
	struct hd_done done; // its reason is "" if the harness did not even start
	bool error_note; // a note said that the campaign cannot be carried out
	bool addresses_vary; // address space randomisation could not be disabled
};

// Runs the harness to its end. HD_OK when it said "done". Otherwise an error;
// events received before it are still valid, and the outcome is filled in.
enum hd_status hd_harness_run(const struct hd_harness_request *request, const struct hd_harness_events *events,
	struct hd_harness_outcome *outcome, struct hd_error *error);

void hd_harness_outcome_finish(struct hd_harness_outcome *outcome);

// Replaces this process with a debugger on the harness. Returns only on failure.
enum hd_status hd_harness_debug(const struct hd_harness_request *request, struct hd_error *error);

#endif
