// SPDX-License-Identifier: Apache-2.0
// Steps: read the trace into events; give every thread that occurs a column;
// form groups of consecutive events of one thread on one source line; decide which
// groups to keep; write the rows.
#include "report/interleaving.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abi/model.h"
#include "base/check.h"
#include "base/path.h"
#include "report/finding.h"

enum {
	SHOW_ALL = 40,    // up to so many groups nothing is left out
	FOLD_SETUP = 2,   // more groups than that of a test's set-up become one row
	KEEP_FIRST = 2,   // groups at the beginning of a stretch
	KEEP_LAST = 2,    // ... and at its end
	KEEP_END = 6,     // groups at the end of the trace
	KEEP_MOST = 120,  // groups altogether
	GROUP_EVENTS = 6, // events shown of one group
};

// Consecutive events of one thread on one source line.
struct group {
	size_t first, count; // events
	size_t column;
	bool starts_stretch; // another thread ran before
	bool involved;
	bool keep;
};

struct builder {
	struct hd_interleaving *table;
	const struct hd_finding *finding;
	struct group *groups;
	size_t count;
	size_t setup; // the first so many are a test's set-up
};

static void add_row(struct hd_interleaving *table, enum hd_row_kind kind, size_t column, char *place, char *text,
	bool involved)
{
	if (table->row_count == table->row_capacity) {
		table->row_capacity = table->row_capacity ? 2 * table->row_capacity : 64;
		table->rows = realloc(table->rows, table->row_capacity * sizeof(*table->rows));
		hd_check(table->rows != NULL);
	}
	table->rows[table->row_count++] = (struct hd_row){
		.kind = kind,
		.column = column,
		.place = place,
		.text = text,
		.involved = involved,
	};
}

// Of the row added last.
static void set_events(struct hd_interleaving *table, size_t first, size_t count)
{
	table->rows[table->row_count - 1].first = first;
	table->rows[table->row_count - 1].count = count;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_line(const struct hd_place *a, const struct hd_place *b)
{
	return a->line == b->line && same_text(a->file, b->file);
}

static int compare_columns(const void *a, const void *b)
{
	int x = ((const struct hd_column *)a)->thread, y = ((const struct hd_column *)b)->thread;
	return (x > y) - (x < y);
}

static size_t column_of(const struct hd_interleaving *table, int thread)
{
	size_t i = 0;
	while (i < table->column_count && table->columns[i].thread != thread) {
		i++;
	}
	return i;
}

// The function a thread began with, where the finding tells.
static const char *start_function(const struct hd_finding *finding, int thread)
{
	for (size_t i = 0; i < finding->stack_count; i++) {
		const struct hd_stack *stack = &finding->stacks[i];
		if (stack->thread == thread && stack->frame_count > 0) {
			return stack->frames[stack->frame_count - 1].function;
		}
	}
	for (size_t i = 0; i < finding->trace_count; i++) {
		const struct hd_trace_event *event = &finding->trace[i];
		if (event->thread == thread && strcmp(event->op, "start") == 0) {
			return event->site.function;
		}
	}
	return thread == 0 ? "main" : NULL;
}

static void make_columns(struct builder *b)
{
	struct hd_interleaving *table = b->table;
	for (size_t i = 0; i < b->finding->trace_count; i++) {
		int thread = b->finding->trace[i].thread;
		if (column_of(table, thread) == table->column_count) {
			table->columns = realloc(table->columns, (table->column_count + 1) * sizeof(*table->columns));
			hd_check(table->columns != NULL);
			table->columns[table->column_count++] = (struct hd_column){.thread = thread};
		}
	}
	if (table->column_count > 0) {
		qsort(table->columns, table->column_count, sizeof(*table->columns), compare_columns);
	}
	for (size_t i = 0; i < table->column_count; i++) {
		const char *function = start_function(b->finding, table->columns[i].thread);
		table->columns[i].title = hd_format("thread %d%s%s%s", table->columns[i].thread, function ? " " : "",
			function ? function : "", function ? "()" : "");
	}
}

// Remembers the file if all places are in the same one.
static void find_common_file(struct builder *b)
{
	const char *common = NULL;
	for (size_t i = 0; i < b->finding->trace_count; i++) {
		const char *file = b->finding->trace[i].site.file;
		if (file && common && strcmp(file, common) != 0) {
			return;
		}
		common = file ? file : common;
	}
	b->table->file = common ? hd_copy(common) : NULL;
}

static bool is_lock_kind(const char *kind)
{
	return strcmp(kind, "deadlock") == 0 || strcmp(kind, "lock-misuse") == 0;
}

// An operation on a synchronization object?
static bool is_sync(const char *op)
{
	static const struct {
		const char *op;
		enum hd_event_class class;
	} events[] = {
#define HD_EVENT(name, text, class) {text, HD_CLASS_##class},
#include "abi/events.def"
#undef HD_EVENT
	};
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		if (strcmp(op, events[i].op) == 0) {
			return events[i].class == HD_CLASS_SYNC;
		}
	}
	return false;
}

static bool is_involved(const struct builder *b, const struct hd_trace_event *event)
{
	const char *failing = b->finding->site.variable, *variable = event->site.variable;
	if (failing && variable && strcmp(failing, variable) == 0) {
		return true;
	}
	return (is_lock_kind(b->finding->kind) && is_sync(event->op)) || strcmp(event->op, "free") == 0;
}

static void make_groups(struct builder *b)
{
	const struct hd_trace_event *trace = b->finding->trace;
	b->groups = calloc(b->finding->trace_count + 1, sizeof(*b->groups));
	hd_check(b->groups != NULL);
	for (size_t i = 0; i < b->finding->trace_count; i++) {
		size_t column = column_of(b->table, trace[i].thread);
		struct group *last = b->count > 0 ? &b->groups[b->count - 1] : NULL;
		if (!last || last->column != column || !same_line(&trace[i - 1].site, &trace[i].site)) {
			struct group group = {
				.first = i,
				.column = column,
				.starts_stretch = last && last->column != column,
			};
			b->groups[b->count++] = group;
		}
		b->groups[b->count - 1].count++;
		b->groups[b->count - 1].involved |= is_involved(b, &trace[i]);
	}
}

static size_t stretch_end(const struct builder *b, size_t begin)
{
	size_t end = begin + 1;
	while (end < b->count && !b->groups[end].starts_stretch) {
		end++;
	}
	return end;
}

static size_t count_kept(const struct builder *b)
{
	size_t kept = 0;
	for (size_t i = 0; i < b->count; i++) {
		kept += b->groups[i].keep;
	}
	return kept;
}

// The groups at the beginning that build the objects of a generated test.
static size_t count_setup(const struct builder *b)
{
	size_t count = 0;
	while (b->finding->class && count < b->count && b->table->columns[b->groups[count].column].thread == 0) {
		count++;
	}
	return count < b->count ? count : 0;
}

static void choose_groups(struct builder *b)
{
	b->setup = count_setup(b);
	for (size_t begin = 0, end; begin < b->count; begin = end) {
		end = stretch_end(b, begin);
		for (size_t i = begin; i < end; i++) {
			b->groups[i].keep = b->count <= SHOW_ALL || b->groups[i].involved || i < begin + KEEP_FIRST ||
				i + KEEP_LAST >= end || i + KEEP_END >= b->count;
		}
	}
	for (size_t i = 0; b->setup > FOLD_SETUP && i < b->setup; i++) {
		b->groups[i].keep = false;
	}
	// Still too many: what lies longest before the failure goes.
	size_t kept = count_kept(b);
	for (size_t i = KEEP_FIRST; kept > KEEP_MOST && i + KEEP_END < b->count; i++) {
		kept -= b->groups[i].keep;
		b->groups[i].keep = false;
	}
}

// Small numbers as people write them, others as the harness does.
static char *value_text(const struct hd_trace_event *event)
{
	const char *text = event->value;
	if (!text) {
		return NULL;
	}
	char *end;
	uint64_t value = strtoull(text, &end, 0);
	if (end == text || *end) {
		return hd_copy(text);
	}
	if (value < 1 << 24) {
		return hd_format("%" PRIu64, value);
	}
	int64_t negative = event->size == 4 ? (int32_t)value : event->size == 2 ? (int16_t)value : (int64_t)value;
	if (negative < 0 && negative > -(1 << 16)) {
		return hd_format("%" PRId64, negative);
	}
	return hd_copy(text);
}

static bool names_thread(const char *op)
{
	size_t length = strlen(op);
	return length >= 6 && strcmp(op + length - 6, "thread") == 0;
}

char *hd_interleaving_event(const struct hd_trace_event *event)
{
	struct hd_str str = {0};
	const char *op = event->op, *variable = event->site.variable, *note = event->note;
	char *value = value_text(event);
	hd_str_add(&str, op);
	if (variable) {
		// Room is scarce, and the keyword says nothing new.
		bool is_struct = strncmp(variable, "struct ", 7) == 0;
		hd_str_addf(&str, " %s", is_struct ? variable + 7 : variable);
	}
	if (value) {
		hd_str_addf(&str, " %s %s", strstr(op, "write") || strstr(op, "update") ? "←" : "→", value);
	}
	if (note && strncmp(note, "thread ", 7) == 0 && names_thread(op)) {
		note += 7; // "create thread 1"
	}
	if (note && *note) {
		hd_str_addf(&str, "%s%s", value || variable ? ", " : " ", note);
	}
	free(value);
	return hd_str_take(&str);
}

static char *place_text(const struct hd_interleaving *table, const struct hd_place *site)
{
	if (!site->file || site->line <= 0) {
		return hd_copy("");
	}
	return table->file ? hd_format("%d", site->line) : hd_format("%s:%d", hd_path_name(site->file), site->line);
}

static void add_group_rows(struct builder *b, const struct group *group)
{
	const struct hd_place *site = &b->finding->trace[group->first].site;
	if (site->line > 0) {
		add_row(b->table, HD_ROW_SOURCE, group->column, place_text(b->table, site),
			hd_copy(hd_finding_source(b->finding, site)), group->involved);
	}
	for (size_t i = 0; i < group->count; i++) {
		if (group->count > GROUP_EVENTS && i == GROUP_EVENTS - 2) {
			size_t hidden = group->count - GROUP_EVENTS + 1;
			add_row(b->table, HD_ROW_ELIDED, group->column, NULL, hd_format("⋮ %zu more here", hidden),
				false);
			set_events(b->table, group->first + i, hidden);
			i += hidden - 1;
			continue;
		}
		const struct hd_trace_event *event = &b->finding->trace[group->first + i];
		add_row(b->table, HD_ROW_EVENT, group->column, NULL, hd_interleaving_event(event),
			is_involved(b, event));
		set_events(b->table, group->first + i, 1);
	}
}

// One row for the groups [begin, end), all left out; they may span switches.
static void add_elided_row(struct builder *b, size_t begin, size_t end)
{
	size_t events = 0, switches = 0;
	for (size_t i = begin; i < end; i++) {
		events += b->groups[i].count;
		switches += i > begin && b->groups[i].starts_stretch;
	}
	char *text = switches > 0
		? hd_format("⋮ %zu events, %zu switches", events, switches)
		: hd_format("⋮ %zu event%s%s", events, events == 1 ? "" : "s", end <= b->setup ? " of the set-up" : "");
	add_row(b->table, HD_ROW_ELIDED, b->groups[begin].column, NULL, text, false);
	set_events(b->table, b->groups[begin].first, events);
}

static void add_fault_row(struct builder *b)
{
	size_t column = column_of(b->table, b->finding->thread);
	if (column == b->table->column_count) {
		column = b->groups[b->count - 1].column;
	}
	if (column != b->groups[b->count - 1].column) {
		add_row(b->table, HD_ROW_SWITCH, column, NULL, NULL, false);
	}
	add_row(b->table, HD_ROW_FAULT, column, NULL, hd_format("✗ %s", b->finding->kind), true);
}

static void make_rows(struct builder *b)
{
	size_t i = 0;
	while (i < b->count) {
		if (b->groups[i].starts_stretch) {
			add_row(b->table, HD_ROW_SWITCH, b->groups[i].column, NULL, NULL, false);
		}
		if (b->groups[i].keep) {
			add_group_rows(b, &b->groups[i++]);
			continue;
		}
		size_t end = i;
		while (end < b->count && !b->groups[end].keep) {
			end++;
		}
		add_elided_row(b, i, end);
		i = end;
	}
	if (b->count > 0) {
		add_fault_row(b);
	}
}

void hd_interleaving_init(struct hd_interleaving *table, const struct hd_finding *finding)
{
	*table = (struct hd_interleaving){0};
	struct builder b = {
		.table = table,
		.finding = finding,
	};
	make_columns(&b);
	find_common_file(&b);
	make_groups(&b);
	choose_groups(&b);
	make_rows(&b);
	free(b.groups);
}

void hd_interleaving_finish(struct hd_interleaving *table)
{
	for (size_t i = 0; i < table->row_count; i++) {
		free(table->rows[i].place);
		free(table->rows[i].text);
	}
	for (size_t i = 0; i < table->column_count; i++) {
		free(table->columns[i].title);
	}
	free(table->rows);
	free(table->columns);
	free(table->file);
	*table = (struct hd_interleaving){0};
}
