// SPDX-License-Identifier: Apache-2.0
// One harness process from start to end: configuration in, messages out
// (abi/control.h has the formats).
#ifndef HD_HARNESS_WORKER_H
#define HD_HARNESS_WORKER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "abi/control.h"
#include "base/error.h"
#include "base/strv.h"

struct hd_worker_request {
	const char *harness;        // path of the executable
	const struct hd_strv *args; // the program's arguments
	struct hd_config config;    // message_fd is filled in here
	bool stdout_is_ours;        // stdout is taken: program output goes to stderr
};

// Called while the harness runs. The messages are borrowed. Members may be NULL.
struct hd_worker_events {
	void *context;
	void (*note)(void *context, const json_t *note);
	void (*finding)(void *context, const json_t *finding);
	void (*replay)(void *context, const json_t *replay);
	void (*tick)(void *context, const volatile struct hd_progress *progress, double seconds);
};

// What the harness said last, or what its progress shows if it died before.
struct hd_worker_outcome {
	char reason[16]; // of "done"; "died" without one
	uint64_t executions, blocked, traces, cut_off, steps, violations;
	double seconds;
	json_t *done;       // the message itself; NULL: none came. hd_worker_outcome_finish
	bool error_note;    // a note of level "error" came
	bool addresses_vary; // address space randomisation could not be switched off
};

// Runs the harness to its end. HD_OK when it said "done". Otherwise an error;
// the events that came before are good all the same and the outcome is filled in.
enum hd_status hd_worker_run(const struct hd_worker_request *request,
	const struct hd_worker_events *events, struct hd_worker_outcome *outcome,
	struct hd_error *error);

void hd_worker_outcome_finish(struct hd_worker_outcome *outcome);

// Replaces this process by a debugger on the harness. Returns only on failure.
enum hd_status hd_worker_debug(const struct hd_worker_request *request, struct hd_error *error);

#endif
