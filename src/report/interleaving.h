// SPDX-License-Identifier: Apache-2.0
// The trace of a finding as a table: a column per thread, a row per source line
// and per event under it, in the order in which things happened.
//
// Long stretches unrelated to the failure are omitted. What remains: the ends
// of every stretch between two thread switches, everything on the variables of
// the failure, and the last events.
#ifndef HD_REPORT_INTERLEAVING_H
#define HD_REPORT_INTERLEAVING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "message/finding.h"
#include "report/style.h"

enum hd_row_kind {
	HD_ROW_SOURCE, // a source line; place: "file:line" or "line"
	HD_ROW_EVENT,  // what it did
	HD_ROW_ELIDED, // events left out
	HD_ROW_SWITCH, // context switch
	HD_ROW_FAULT,  // the violation itself, last
};

struct hd_row {
	enum hd_row_kind kind;
	size_t column;
	char *place; // only for HD_ROW_SOURCE
	char *text;
	bool involved; // concerns a variable of the failure
	size_t first, count; // the events of the trace that it shows, or leaves out
};

struct hd_column {
	int thread;
	char *title; // "thread 1", "thread 0 main"
};

struct hd_interleaving {
	struct hd_column *columns;
	size_t column_count;
	struct hd_row *rows;
	size_t row_count, row_capacity;
	char *file; // the file, if all places are in one; NULL: several, named in each place
};

// One event as the table shows it; the caller frees it.
char *hd_interleaving_event(const struct hd_trace_event *event);
// A finding without a trace has no rows.
void hd_interleaving_init(struct hd_interleaving *table, const struct hd_finding *finding);
void hd_interleaving_finish(struct hd_interleaving *table);

// As text: columns side by side for up to four threads, else one column.
void hd_interleaving_print(const struct hd_interleaving *table, const struct hd_style *style, struct hd_str *out);

#endif
