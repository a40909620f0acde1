// SPDX-License-Identifier: Apache-2.0
// A finding on the host side: the harness's message with everything a person
// needs added to it. It is the JSON object stored as finding.json:
//
//   id, kind, class, message, details [text...]
//   functions [name...], location {file, line, function}
//   stack     [{function, file, line}...]  the fault's own
//   stacks    [{thread, title, frames [{function, file, line}...]}...]
//   threads, prefix       calls of a generated test; empty for programs
//   test_c, test_schedule text of test.c and of the schedule for it, for generated tests
//   switches, found_switches, executions_to_find, seconds_to_find
//   seed, hash, thread, site, schedule, trace   as the harness sent them
//   lines     {file: {line: text}}   source text of all places above
// Added by the command that made it:
//   dir       findings/<id>, relative to the output directory
//   strategy, replay {...}
#ifndef HD_REPORT_FINDING_H
#define HD_REPORT_FINDING_H

#include <jansson.h>

#include "base/str.h"
#include "report/symbols.h"

// A new finding from the harness's message. harness: path of the executable.
json_t *hd_finding_create(const json_t *message, const char *harness, struct hd_symbols *symbols);

// "deadlock in transfer() at bank.c:41"
void hd_finding_headline(struct hd_str *str, const json_t *finding);
// Source text of a place (FRAME or SITE with file and line), "" if unknown.
const char *hd_finding_source(const json_t *finding, const json_t *place);
// The members that the command line's --json promises, and no others.
// directory: the output directory, put in front of `dir`.
json_t *hd_finding_public(const json_t *finding, const char *directory);

#endif
