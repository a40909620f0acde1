// SPDX-License-Identifier: Apache-2.0
#include "report/finding.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "report/source.h"

enum { MAX_INLINED = 16 };

struct work {
	const char *harness;
	struct hd_symbols *symbols;
	struct hd_sources *sources;
};

// Functions of heddle itself, at the ends of a stack.
static bool is_ours(const char *function)
{
	return strncmp(function, "__heddle_", 9) == 0 || strncmp(function, "hd_", 3) == 0;
}

static json_t *make_place(const char *function, const char *file, int line)
{
	if (function && strcmp(function, "__heddle_main") == 0) {
		function = "main";
	}
	json_t *place = json_object();
	json_object_set_new(place, "function", function ? hd_json_string(function) : json_null());
	json_object_set_new(place, "file", file ? hd_json_string(hd_path_display(file)) : json_null());
	json_object_set_new(place, "line", json_integer(line));
	return place;
}

// Adds the function of one FRAME, and those it was inlined into.
static void add_frame(struct work *work, json_t *frames, const json_t *raw)
{
	const char *module = hd_json_text(raw, "module", "");
	uint64_t offset = (uint64_t)hd_json_int(raw, "offset", 0);
	struct hd_symbol found[MAX_INLINED];
	// A return address lies after its call, perhaps on the next line.
	size_t count = hd_symbols_lookup(work->symbols, *module ? module : work->harness,
		offset == 0 ? offset : offset - 1, found, MAX_INLINED);
	for (size_t i = 0; i < count; i++) {
		json_array_append_new(frames, make_place(found[i].function, found[i].file, found[i].line));
	}
	if (count == 0) {
		char *name = hd_format("%s+0x%" PRIx64, *module ? hd_path_name(module) : "harness", offset);
		json_array_append_new(frames, make_place(name, NULL, 0));
		free(name);
	}
}

static void drop_own_frames(json_t *frames)
{
	while (json_array_size(frames) > 0 &&
		is_ours(hd_json_text(json_array_get(frames, 0), "function", ""))) {
		json_array_remove(frames, 0);
	}
	size_t last;
	while ((last = json_array_size(frames)) > 0 &&
		is_ours(hd_json_text(json_array_get(frames, last - 1), "function", ""))) {
		json_array_remove(frames, last - 1);
	}
}

static json_t *make_stack(struct work *work, const json_t *raw)
{
	json_t *frames = json_array();
	size_t index;
	json_t *frame;
	json_array_foreach(hd_json_array(raw, "frames"), index, frame) {
		add_frame(work, frames, frame);
	}
	drop_own_frames(frames);
	json_t *stack = json_object();
	json_object_set_new(stack, "thread", json_integer(hd_json_int(raw, "thread", 0)));
	json_object_set_new(stack, "title", hd_json_string(hd_json_text(raw, "title", "")));
	json_object_set_new(stack, "frames", frames);
	return stack;
}

static json_t *make_stacks(struct work *work, const json_t *message)
{
	json_t *stacks = json_array();
	size_t index;
	json_t *raw;
	json_array_foreach(hd_json_array(message, "stacks"), index, raw) {
		json_array_append_new(stacks, make_stack(work, raw));
	}
	return stacks;
}

// The innermost frame with a known source file: libraries have none.
static json_t *user_frame(const json_t *stack)
{
	size_t index;
	json_t *frame;
	json_array_foreach(hd_json_array(stack, "frames"), index, frame) {
		if (json_is_string(json_object_get(frame, "file"))) {
			return frame;
		}
	}
	return json_array_get(hd_json_array(stack, "frames"), 0);
}

// The site knows its place exactly; the address of a hook call only nearly.
static void correct_by_site(json_t *frame, const json_t *site)
{
	json_int_t line = hd_json_int(site, "line", 0);
	const char *function = hd_json_text(site, "function", "");
	if (frame && line > 0 && strcmp(function, hd_json_text(frame, "function", "")) == 0) {
		json_object_set_new(frame, "line", json_integer(line));
		const char *file = hd_json_text(site, "file", NULL);
		if (file) {
			json_object_set_new(frame, "file", hd_json_string(hd_path_display(file)));
		}
	}
}

static json_t *make_location(const json_t *message, const json_t *stacks)
{
	const json_t *site = hd_json_object(message, "site");
	const json_t *frame = user_frame(json_array_get(stacks, 0));
	const json_t *place = site && hd_json_int(site, "line", 0) > 0 ? site : frame;
	return make_place(hd_json_text(place, "function", NULL), hd_json_text(place, "file", NULL),
		(int)hd_json_int(place, "line", 0));
}

static bool contains(const json_t *array, const char *text)
{
	size_t index;
	json_t *value;
	json_array_foreach(array, index, value) {
		if (strcmp(json_string_value(value), text) == 0) {
			return true;
		}
	}
	return false;
}

// The functions in which the threads stood, each once.
static json_t *make_functions(const json_t *stacks, const json_t *location)
{
	json_t *functions = json_array();
	size_t index;
	json_t *stack;
	json_array_foreach(stacks, index, stack) {
		const char *name = hd_json_text(user_frame(stack), "function", NULL);
		if (name && !contains(functions, name)) {
			json_array_append_new(functions, hd_json_string(name));
		}
	}
	const char *name = hd_json_text(location, "function", NULL);
	if (name && json_array_size(functions) == 0) {
		json_array_append_new(functions, hd_json_string(name));
	}
	return functions;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_place_text(struct hd_strv *places, const json_t *place)
{
	hd_strv_addf(places, "%s %s:%d", hd_json_text(place, "function", "?"),
		hd_path_name(hd_json_text(place, "file", "?")), (int)hd_json_int(place, "line", 0));
}

// Where the thread stood: the innermost frame that has a source. Of one that waits also who
// called that, because a lock is often taken by a small function of the library's own.
static void add_stack_places(struct hd_strv *places, const json_t *stack, bool waits)
{
	const json_t *innermost = user_frame(stack);
	size_t index;
	json_t *frame;
	bool wanted = false;
	json_array_foreach(hd_json_array(stack, "frames"), index, frame) {
		bool is_caller = wanted;
		wanted = waits && frame == innermost;
		if (frame == innermost || is_caller) {
			add_place_text(places, frame);
		}
	}
}

// Kind and places, in an order that does not depend on which thread came first.
static json_t *make_id(const char *kind, const json_t *stacks, const json_t *location, const json_t *functions)
{
	struct hd_strv places = {0};
	size_t index;
	json_t *stack;
	add_place_text(&places, location);
	json_array_foreach(stacks, index, stack) {
		add_stack_places(&places, stack, strcmp(kind, "deadlock") == 0);
	}
	bool has_place = hd_json_text(location, "function", NULL) != NULL; // wrong results have none: the functions tell them apart
	for (size_t i = 0; !has_place && i < json_array_size(functions); i++) {
		hd_strv_add(&places, json_string_value(json_array_get(functions, i)));
	}
	if (!has_place || strcmp(kind, "data-race") == 0 || strcmp(kind, "deadlock") == 0) {
		qsort(places.items, places.count, sizeof(*places.items), compare_texts);
	}
	uint64_t hash = hd_hash_text(HD_HASH_START, kind);
	for (size_t i = 0; i < places.count; i++) {
		if (i == 0 || strcmp(places.items[i], places.items[i - 1]) != 0) {
			hash = hd_hash_text(hash, places.items[i]);
		}
	}
	hd_strv_finish(&places);
	char *id = hd_format("%s-%08" PRIx32, kind, (uint32_t)(hash ^ hash >> 32));
	json_t *value = json_string(id);
	free(id);
	return value;
}

// The harness may send one text with line breaks or a list of lines.
static json_t *make_details(const json_t *raw)
{
	json_t *lines = json_array();
	if (json_is_array(raw)) {
		json_array_extend(lines, (json_t *)raw);
		return lines;
	}
	const char *text = json_is_string(raw) ? json_string_value(raw) : "";
	while (*text) {
		const char *end = strchrnul(text, '\n');
		char *line = hd_copy_bytes(text, (size_t)(end - text));
		json_array_append_new(lines, hd_json_string(line));
		free(line);
		text = *end ? end + 1 : end;
	}
	return lines;
}

static void add_line(struct work *work, json_t *lines, const json_t *place)
{
	const char *file = hd_json_text(place, "file", NULL);
	int line = (int)hd_json_int(place, "line", 0);
	const char *text = file && line > 0 ? hd_sources_line(work->sources, file, line) : NULL;
	if (!text) {
		return;
	}
	json_t *of_file = json_object_get(lines, file);
	if (!of_file) {
		of_file = json_object();
		json_object_set_new(lines, file, of_file);
	}
	char number[16];
	snprintf(number, sizeof(number), "%d", line);
	json_object_set_new(of_file, number, hd_json_string(text));
}

static json_t *make_lines(struct work *work, const json_t *finding)
{
	json_t *lines = json_object();
	size_t i, j;
	json_t *stack, *frame, *event;
	json_array_foreach(hd_json_array(finding, "stacks"), i, stack) {
		json_array_foreach(hd_json_array(stack, "frames"), j, frame) {
			add_line(work, lines, frame);
		}
	}
	json_array_foreach(hd_json_array(finding, "trace"), i, event) {
		add_line(work, lines, hd_json_object(event, "site"));
	}
	add_line(work, lines, hd_json_object(finding, "location"));
	return lines;
}

// Paths of sites as people write them: relative where possible.
static void shorten_site(json_t *site)
{
	const char *file = hd_json_text(site, "file", NULL);
	if (file && hd_path_display(file) != file) {
		char *shorter = hd_copy(hd_path_display(file));
		json_object_set_new(site, "file", hd_json_string(shorter));
		free(shorter);
	}
}

static void copy_members(json_t *finding, const json_t *message)
{
	static const char *const names[] = {
		"seed", "hash", "thread", "site", "schedule", "trace", "switches", "found_switches", "test_c",
		"test_schedule", "pattern", NULL,
	};
	for (const char *const *name = names; *name; name++) {
		json_t *value = json_object_get(message, *name);
		if (value) {
			json_object_set_new(finding, *name, json_deep_copy(value));
		}
	}
	size_t index;
	json_t *event;
	shorten_site(hd_json_object(finding, "site"));
	json_array_foreach(hd_json_array(hd_json_object(finding, "pattern"), "steps"), index, event) {
		shorten_site(event);
	}
	json_array_foreach(hd_json_array(finding, "trace"), index, event) {
		shorten_site(hd_json_object(event, "site"));
	}
}

static void describe(struct work *work, json_t *finding, const json_t *message)
{
	const char *kind = hd_json_text(message, "kind", "none");
	json_t *stacks = make_stacks(work, message);
	correct_by_site(user_frame(json_array_get(stacks, 0)), hd_json_object(finding, "site"));
	json_t *location = make_location(finding, stacks);
	json_object_set_new(finding, "kind", hd_json_string(kind));
	const char *class = hd_json_text(message, "class", NULL);
	json_object_set_new(finding, "class", class ? hd_json_string(class) : json_null());
	json_object_set_new(finding, "message", hd_json_string(hd_json_text(message, "message", "")));
	json_object_set_new(finding, "details", make_details(json_object_get(message, "details")));
	json_t *functions = hd_json_array(message, "functions");
	json_object_set_new(finding, "functions",
		functions ? json_deep_copy(functions) : make_functions(stacks, location));
	json_object_set_new(finding, "id",
		make_id(kind, stacks, location, json_object_get(finding, "functions")));
	json_object_set_new(finding, "location", location);
	json_t *own = hd_json_array(json_array_get(stacks, 0), "frames");
	json_object_set_new(finding, "stack", own ? json_deep_copy(own) : json_array());
	json_object_set_new(finding, "stacks", stacks);
}

json_t *hd_finding_create(const json_t *message, const char *harness, struct hd_symbols *symbols)
{
	struct work work = {
		.harness = harness,
		.symbols = symbols,
		.sources = hd_sources_create(symbols, harness),
	};
	json_t *finding = json_object();
	copy_members(finding, message);
	describe(&work, finding, message);
	static const char *const calls[] = {"threads", "prefix", NULL};
	for (const char *const *name = calls; *name; name++) {
		json_t *given = hd_json_array(message, *name);
		json_object_set_new(finding, *name, given ? json_deep_copy(given) : json_array());
	}
	json_object_set_new(finding, "executions_to_find",
		json_integer(hd_json_int(message, "execution", 0)));
	json_object_set_new(finding, "seconds_to_find", json_real(hd_json_real(message, "seconds", 0)));
	json_object_set_new(finding, "lines", make_lines(&work, finding));
	hd_sources_destroy(work.sources);
	return finding;
}

void hd_finding_headline(struct hd_str *str, const json_t *finding)
{
	const json_t *location = json_object_get(finding, "location");
	const char *function = hd_json_text(location, "function", NULL);
	const char *file = hd_json_text(location, "file", NULL);
	hd_str_add(str, hd_json_text(finding, "kind", "violation"));
	if (function) {
		hd_str_addf(str, " in %s()", function);
	}
	if (file) {
		hd_str_addf(str, " at %s:%d", file, (int)hd_json_int(location, "line", 0));
	}
}

const char *hd_finding_source(const json_t *finding, const json_t *place)
{
	char line[16];
	snprintf(line, sizeof(line), "%d", (int)hd_json_int(place, "line", 0));
	const json_t *of_file =
		json_object_get(json_object_get(finding, "lines"), hd_json_text(place, "file", ""));
	return hd_json_text(of_file, line, "");
}

json_t *hd_finding_public(const json_t *finding, const char *directory)
{
	static const char *const names[] = {
		"id", "kind", "class", "functions", "location", "stack", "threads", "prefix", "switches",
		"executions_to_find", "seconds_to_find", "pattern", NULL,
	};
	json_t *result = json_object();
	for (const char *const *name = names; *name; name++) {
		json_t *value = json_object_get(finding, *name);
		json_object_set(result, *name, value ? value : json_null());
	}
	char *path = hd_path_join(directory, hd_json_text(finding, "dir", ""));
	json_object_set_new(result, "dir", hd_json_string(path));
	free(path);
	return result;
}
