// SPDX-License-Identifier: Apache-2.0
// A finding: the harness's message with everything a person needs added to it. The same
// struct comes from a message, where report/finding_create.c adds the rest, and from
// finding.json, which has the members of the message under the same names, and:
//
//   id, details [text...], location PLACE, functions [name...]
//   stack     [PLACE...]  the fault's own
//   stacks    [{thread, title, frames [PLACE...]}...], PLACE = {function, file, line}
//   threads, prefix   calls of a generated test; empty for programs
//   executions_to_find, seconds_to_find
//   lines     {file: {line: text}}   source text of all places
//   dir       findings/<id>, relative to the output directory
//   strategy, replay {...}: how it was found
//
// Texts are the finding's own, and not NULL unless it says so.
#ifndef HD_MESSAGE_FINDING_H
#define HD_MESSAGE_FINDING_H

#include <stdint.h>

#include "message/message.h"

// A return address, as the harness sends it.
struct hd_address {
	const char *module; // "": the harness itself
	uint64_t offset;
};

struct hd_stack {
	int thread;
	const char *title;
	struct hd_place *frames; // the innermost first
	size_t frame_count;
	struct hd_address *addresses; // in a message only: what frames are made of
	size_t address_count;
	size_t locker; // in a message only: the innermost frame (at first: address) that is not in a lock helper
};

// One shared event of the execution.
struct hd_trace_event {
	int thread;
	int64_t step, size; // size: 0 if it has none
	const char *op;
	bool has_site;
	struct hd_place site;
	const char *value, *note; // NULL: none
};

struct hd_pattern {
	int64_t type; // 0: there is none
	const char *text;
	struct hd_place *steps;
	size_t step_count;
};

// The data race that led to another violation.
struct hd_finding_cause {
	const char *variable; // "": it has no name
	const char *first, *second; // what the accesses do: "reads"
	struct hd_place *sites; // of the first and the second
	size_t site_count;      // 0: there is no cause
};

struct hd_source_line {
	const char *file, *text;
	int line;
};

// How it was found: all that a replay needs besides the schedule.
struct hd_origin {
	const char *command; // "test", "run"
	const char *harness, *directory;
	const char *code;    // identity of the harness; "": unknown
	const char *sandbox; // NULL: findings of before there were sandboxes do not say
	struct hd_texts hints, sources, cflags, libs, packages, args, oracles;
	const char *build_directory; // of the compilation database; NULL: none
	bool spurious;
	int64_t steps, heap, hang_ms;
};

struct hd_finding {
	struct hd_arena arena; // of arrays, and of texts that are not in `json`
	json_t *json;          // what it was decoded from; texts are borrowed from it
	const char *id, *kind, *message, *hash;
	const char *class; // NULL: a program
	const char *match; // with the crash that was to be reproduced; NULL: there was none
	struct hd_texts details, functions, prefix;
	struct hd_texts *threads; // calls of each
	size_t thread_count;
	int *numbers; // of these threads, as in stacks and the trace
	struct hd_place location;
	int thread; // the one that failed
	bool has_site;
	struct hd_place site; // the failing access or call
	struct hd_stack *stacks; // the first is the fault's own
	size_t stack_count;
	struct hd_trace_event *trace;
	size_t trace_count;
	struct hd_pattern pattern;
	struct hd_finding_cause cause;
	bool exact; // every process made the same trace; if not, only the violation itself can be compared
	int64_t aimed; // type of the memory-access pattern that its execution was aimed at; 0: none
	int64_t seed, switches, found_switches, executions_to_find;
	double seconds_to_find;
	const char *schedule;
	const char *test_c, *test_schedule; // NULL: no generated test
	struct hd_source_line *lines;
	size_t line_count;
	const char *dir, *strategy;
	struct hd_origin origin;
	int64_t campaign; // its number in the store, for reports; not in finding.json
};

// From a message: without id, location, lines and frames, and without details and functions that
// these would tell. From finding.json: whatever it holds.
struct hd_finding *hd_finding_decode_message(const json_t *message);
struct hd_finding *hd_finding_decode(const json_t *stored);
// A copy in which every text is fit to be printed (base/str.h).
struct hd_finding *hd_finding_printable(const struct hd_finding *finding);
void hd_finding_destroy(struct hd_finding *finding);

// As finding.json; the caller releases it.
json_t *hd_finding_encode(const struct hd_finding *finding);
// The members that the command line's --json promises, and no others.
// directory: the output directory, put in front of `dir`.
json_t *hd_finding_public(const struct hd_finding *finding, const char *directory);

#endif
