// SPDX-License-Identifier: Apache-2.0
// Wrong results, next to those that sequential orders of the same calls give: a row for each call
// whose results differ, a column for each order with results of its own. The parts of a result are
// those that the oracle compares (results.h).
#include "gen/outcomes.h"
#include "gen/print.h"
#include "gen/results.h"

#include <stdio.h>
#include <string.h>

#define MOST_COLUMNS 6 // the execution itself, and orders
#define MOST_ROWS 24
#define CELL 28
#define CALL 56
#define LINE (CALL + MOST_COLUMNS * (CELL + 2) + 1) // at most

struct column {
	uint64_t hash;
	char title[CELL];
	char cells[MOST_ROWS][CELL];
	unsigned rows;
};

static struct column columns[MOST_COLUMNS];
static unsigned ncolumns; // the first is that of the execution itself
static bool more;         // other orders have results of their own that are not shown
static char calls[MOST_ROWS][CALL];
static const struct hd_test *test;

// One call's results while they are written.
struct cell {
	struct hd_text text;
	struct hd_addresses *seen;
	const struct hd_printed *call;
};

static void put_address(struct cell *c, const void *p)
{
	struct hd_address a = hd_address_of(c->seen, p);

	switch (a.kind) {
	case HD_ADDRESS_NULL:
		hd_put(&c->text, "NULL");
		break;
	case HD_ADDRESS_OBJECT:
		hd_put_object(&c->text, test, a.number);
		break;
	case HD_ADDRESS_TOKEN:
		hd_put(&c->text, "&token[%u]", a.number);
		break;
	case HD_ADDRESS_OTHER:
		hd_put(&c->text, "pointer %u", a.number + 1);
		break;
	case HD_ADDRESS_BEYOND:
		hd_put(&c->text, "a pointer");
		break;
	}
}

static void put_number(struct cell *c, const struct hd_part *part)
{
	const struct hd_api_function *f = hd_function(c->call->call->function);
	struct hd_api_type plain = {.kind = part->is_float ? HD_API_FLOAT : HD_API_INT, .is_signed = true};
	const struct hd_api_type *type = part->field ? part->field : part->param < 0 ? &f->result : &plain;

	hd_put_constant(&c->text, part->is_float ? &plain : type, part->number);
}

static void put_early(struct cell *c, const struct hd_part *part)
{
	hd_put(&c->text, "at first ");
	if (part->field) {
		put_number(c, part);
	} else {
		hd_put_quoted(&c->text, part->p, strnlen(part->p, part->size));
	}
}

static void put_part(void *to, const struct hd_part *part)
{
	struct cell *c = to;

	if (part->kind == HD_PART_STRUCT && *part->live == part->size) {
		return;
	}
	hd_put(&c->text, c->text.used ? ", " : "");
	if (part->field) {
		hd_put(&c->text, ".%s ", part->field->name);
	} else if (part->param >= 0) {
		const char *name = hd_function(c->call->call->function)->params[part->param].name;
		hd_put(&c->text, "*%s ", name && *name ? name : "argument");
	}
	switch (part->kind) {
	case HD_PART_NUMBER:
		put_number(c, part);
		break;
	case HD_PART_ADDRESS:
		put_address(c, part->p);
		break;
	case HD_PART_TEXT:
	case HD_PART_BYTES:
		hd_put_quoted(&c->text, part->p, *part->live);
		break;
	case HD_PART_STRUCT:
		hd_put(&c->text, "freed");
		break;
	case HD_PART_EARLY:
		put_early(c, part);
		break;
	}
}

static void fill_cell(char *out, const struct hd_printed *call, struct hd_frame *frame, struct hd_addresses *seen)
{
	struct cell c = {.text = {.out = out, .size = CELL}, .seen = seen, .call = call};

	out[0] = '\0';
	if (!frame->ended) {
		hd_put(&c.text, "does not return");
	}
	hd_each_part(call->call, frame, put_part, &c);
	if (c.text.used >= CELL) {
		memcpy(out + CELL - 4, "...", 4);
	}
}

// The results of the execution just made.
static void fill(struct column *column)
{
	static struct hd_addresses seen;
	struct hd_printed call;
	int thread, last = -2;
	unsigned at = 0;

	column->hash = hd_results.hash;
	column->rows = 0;
	seen.n = 0;
	for (unsigned i = test->nprefix; column->rows < MOST_ROWS && hd_printed_call(test, i, &call, &thread); i++) {
		int of = thread < test->nthreads ? thread : -1; // observers
		at = of == last ? at + 1 : 0;
		last = of;
		fill_cell(column->cells[column->rows++], &call, hd_test_frame(of, at), &seen);
	}
}

static void name_order(char title[CELL])
{
	uint8_t order[HD_TEST_CALLS];
	unsigned n = hd_test_order(order);
	struct hd_text t = {.out = title, .size = CELL};

	hd_put(&t, "order");
	for (unsigned i = 0; i < n; i++) {
		hd_put(&t, " %u", hd_test_number_of(order[i] - 1u));
	}
	if (t.used >= CELL) {
		memcpy(title + CELL - 4, "...", 4);
	}
}

void hd_outcomes_begin(const struct hd_test *t)
{
	test = t;
	ncolumns = 1;
	more = false;
}

void hd_outcomes_note_order(void)
{
	for (unsigned i = 1; i < ncolumns; i++) {
		if (columns[i].hash == hd_results.hash) {
			return;
		}
	}
	if (ncolumns == MOST_COLUMNS) {
		more = true;
		return;
	}
	struct column *column = &columns[ncolumns++];
	fill(column);
	name_order(column->title);
}

// ---- as lines --------------------------------------------------------------------------------

static void name_calls(void)
{
	struct hd_printed call;
	int thread;
	unsigned row = 0;

	for (unsigned i = test->nprefix; row < MOST_ROWS && hd_printed_call(test, i, &call, &thread); i++, row++) {
		char text[256];
		hd_print_call(test, call.call, text, sizeof(text));
		size_t n = strlen(text);
		if (n > 0 && text[n - 1] == ';') {
			text[n - 1] = '\0';
		}
		if (thread < test->nthreads) {
			snprintf(calls[row], CALL, "thread %u: %s", hd_test_number_of((unsigned)thread), text);
		} else {
			snprintf(calls[row], CALL, "then: %s", text);
		}
		if (n + 10 >= CALL) {
			memcpy(calls[row] + CALL - 4, "...", 4);
		}
	}
}

// Without orders to compare with, all results are shown.
static bool differs(unsigned row)
{
	if (ncolumns == 1) {
		return columns[0].cells[row][0] != '\0';
	}
	for (unsigned i = 1; i < ncolumns; i++) {
		if (row < columns[i].rows && strcmp(columns[i].cells[row], columns[0].cells[row]) != 0) {
			return true;
		}
	}
	return false;
}

static unsigned longer(unsigned width, const char *text)
{
	unsigned n = (unsigned)strlen(text);

	return n > width ? n : width;
}

static unsigned width_of(const struct column *column)
{
	unsigned width = (unsigned)strlen(column->title);

	for (unsigned row = 0; row < column->rows; row++) {
		width = differs(row) ? longer(width, column->cells[row]) : width;
	}
	return width;
}

// The last column is not padded.
static void put_line(struct hd_text *t, unsigned first, const char *name, int row)
{
	hd_put(t, "%-*s", (int)first, name);
	for (unsigned i = 0; i < ncolumns; i++) {
		const struct column *column = &columns[i];
		const char *cell = row < 0 ? column->title : (unsigned)row < column->rows ? column->cells[row] : "";
		hd_put(t, "  %-*s", i + 1 < ncolumns ? (int)width_of(column) : 0, cell);
	}
	hd_put(t, "\n");
}

void hd_outcomes_print(char *out, size_t size)
{
	struct hd_text t = {.out = out, .size = size};
	unsigned first = 0;

	out[0] = '\0';
	fill(&columns[0]);
	snprintf(columns[0].title, CELL, "here");
	name_calls();
	for (unsigned row = 0; row < columns[0].rows; row++) {
		first = differs(row) ? longer(first, calls[row]) : first;
	}
	if (ncolumns == 1) {
		hd_put(&t, "no sequential order of these calls comes to an end: some call waits forever\n");
	}
	put_line(&t, first, "", -1);
	for (unsigned row = 0; row < columns[0].rows; row++) {
		if (differs(row) && t.used + LINE < size) {
			put_line(&t, first, calls[row], (int)row);
		}
	}
	hd_put(&t, more ? "(other orders give yet other results)\n" : "");
}
