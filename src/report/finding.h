// SPDX-License-Identifier: Apache-2.0
// What a finding (message/finding.h) means to a reader: where it comes from, its name, how to replay it.
#ifndef HD_REPORT_FINDING_H
#define HD_REPORT_FINDING_H

#include <stdbool.h>

#include "base/str.h"
#include "message/finding.h"
#include "report/symbols.h"

// finding_create.c: a new finding from the harness's message. harness: path of the executable.
// The command that makes it adds dir, strategy and origin.
struct hd_finding *hd_finding_create(const json_t *message, const char *harness, struct hd_symbols *symbols);

// The innermost frame with a known source file: libraries have none. NULL: no frames.
struct hd_place *hd_finding_user_frame(const struct hd_stack *stack);
// Kind and places as a name, the same whichever thread came first; it can name a directory.
// The caller frees it.
char *hd_finding_id(const struct hd_finding *finding);
// "deadlock in transfer() at bank.c:41"
void hd_finding_headline(struct hd_str *str, const struct hd_finding *finding);
// Source text of a place, "" if unknown.
const char *hd_finding_source(const struct hd_finding *finding, const struct hd_place *place);
// The shell command that replays it. program: as typed by the user; directory: the output
// directory; trust: the finding is our own, but its program is not in that directory.
void hd_finding_replay_command(struct hd_str *str, const char *program, const char *directory,
	const struct hd_finding *finding, bool trust);

#endif
