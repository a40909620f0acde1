// SPDX-License-Identifier: Apache-2.0
#include "message/finding.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/path.h"
#include "message/finding_keys.h"

// Members; a text that is NULL is left out.
static void set_text(json_t *object, struct hd_text_key key, const char *text)
{
	if (text) {
		json_object_set_new(object, key.name, hd_json_string(text));
	}
}

static void set_text_or_null(json_t *object, struct hd_text_key key, const char *text)
{
	json_object_set_new(object, key.name, text ? hd_json_string(text) : json_null());
}

static void set_number(json_t *object, struct hd_number_key key, int64_t value)
{
	json_object_set_new(object, key.name, json_integer(value));
}

static void set_real(json_t *object, struct hd_real_key key, double value)
{
	json_t *real = json_real(value); // NULL: not a number of JSON's
	json_object_set_new(object, key.name, real ? real : json_real(0));
}

static void set_flag(json_t *object, struct hd_flag_key key, bool value)
{
	json_object_set_new(object, key.name, json_boolean(value));
}

static void set_list(json_t *object, struct hd_list_key key, json_t *list)
{
	json_object_set_new(object, key.name, list);
}

static void set_object(json_t *object, struct hd_object_key key, json_t *value)
{
	json_object_set_new(object, key.name, value);
}

static json_t *encode_texts(const struct hd_texts *texts)
{
	json_t *array = json_array();
	for (size_t i = 0; i < texts->count; i++) {
		json_array_append_new(array, hd_json_string(texts->items[i]));
	}
	return array;
}

static json_t *encode_site(const struct hd_place *place)
{
	json_t *site = json_object();
	set_text(site, HD_KEY(site, file), place->file);
	set_number(site, HD_KEY(site, line), place->line);
	set_number(site, HD_KEY(site, column), place->column);
	set_text(site, HD_KEY(site, function), place->function);
	set_text(site, HD_KEY(site, variable), place->variable);
	set_text(site, HD_KEY(site, callee), place->callee);
	return site;
}

static json_t *encode_place(const struct hd_place *place)
{
	json_t *object = json_object();
	set_text_or_null(object, HD_KEY(site, function), place->function);
	set_text_or_null(object, HD_KEY(site, file), place->file);
	set_number(object, HD_KEY(site, line), place->line);
	return object;
}

static json_t *encode_frames(const struct hd_stack *stack)
{
	json_t *frames = json_array();
	for (size_t i = 0; stack && i < stack->frame_count; i++) {
		json_array_append_new(frames, encode_place(&stack->frames[i]));
	}
	return frames;
}

static json_t *encode_own_stack(const struct hd_finding *finding)
{
	return encode_frames(finding->stack_count > 0 ? &finding->stacks[0] : NULL);
}

static json_t *encode_stacks(const struct hd_finding *finding)
{
	json_t *stacks = json_array();
	for (size_t i = 0; i < finding->stack_count; i++) {
		json_t *stack = json_object();
		set_number(stack, HD_KEY(stack, thread), finding->stacks[i].thread);
		set_text(stack, HD_KEY(stack, title), finding->stacks[i].title);
		set_list(stack, HD_KEY(stack, frames), encode_frames(&finding->stacks[i]));
		json_array_append_new(stacks, stack);
	}
	return stacks;
}

static json_t *encode_event(const struct hd_trace_event *event)
{
	json_t *object = json_object();
	set_number(object, HD_KEY(event, t), event->thread);
	set_number(object, HD_KEY(event, step), event->step);
	set_text(object, HD_KEY(event, op), event->op);
	if (event->has_site) {
		set_object(object, HD_KEY(event, site), encode_site(&event->site));
	}
	if (event->size != 0) {
		set_number(object, HD_KEY(event, size), event->size);
	}
	set_text(object, HD_KEY(event, value), event->value);
	set_text(object, HD_KEY(event, note), event->note);
	return object;
}

static json_t *encode_trace(const struct hd_finding *finding)
{
	json_t *trace = json_array();
	for (size_t i = 0; i < finding->trace_count; i++) {
		json_array_append_new(trace, encode_event(&finding->trace[i]));
	}
	return trace;
}

static json_t *encode_pattern(const struct hd_pattern *pattern)
{
	json_t *object = json_object(), *steps = json_array();
	for (size_t i = 0; i < pattern->step_count; i++) {
		json_array_append_new(steps, encode_site(&pattern->steps[i]));
	}
	set_number(object, HD_KEY(pattern, type), pattern->type);
	set_text(object, HD_KEY(pattern, text), pattern->text);
	set_list(object, HD_KEY(pattern, steps), steps);
	return object;
}

static json_t *encode_cause(const struct hd_finding_cause *cause)
{
	json_t *object = json_object(), *sites = json_array();
	for (size_t i = 0; i < cause->site_count; i++) {
		json_array_append_new(sites, encode_site(&cause->sites[i]));
	}
	set_text(object, HD_KEY(cause, variable), cause->variable);
	set_text(object, HD_KEY(cause, first), cause->first);
	set_text(object, HD_KEY(cause, second), cause->second);
	set_list(object, HD_KEY(cause, sites), sites);
	return object;
}

static json_t *encode_threads(const struct hd_finding *finding)
{
	json_t *threads = json_array();
	for (size_t i = 0; i < finding->thread_count; i++) {
		json_array_append_new(threads, encode_texts(&finding->threads[i]));
	}
	return threads;
}

static json_t *encode_numbers(const struct hd_finding *finding)
{
	json_t *numbers = json_array();
	for (size_t i = 0; i < finding->thread_count; i++) {
		json_array_append_new(numbers, json_integer(finding->numbers[i]));
	}
	return numbers;
}

static json_t *encode_lines(const struct hd_finding *finding)
{
	json_t *lines = json_object();
	for (size_t i = 0; i < finding->line_count; i++) {
		const struct hd_source_line *line = &finding->lines[i];
		char number[16];
		snprintf(number, sizeof(number), "%d", line->line);
		json_t *of_file = json_object_get(lines, line->file);
		if (!of_file) {
			of_file = json_object();
			json_object_set_new(lines, line->file, of_file);
		}
		json_object_set_new(of_file, number, hd_json_string(line->text));
	}
	return lines;
}

static json_t *encode_origin(const struct hd_origin *origin)
{
	json_t *replay = json_object();
	set_text(replay, HD_KEY(origin, command), origin->command);
	set_list(replay, HD_KEY(origin, hints), encode_texts(&origin->hints));
	set_text(replay, HD_KEY(origin, harness), origin->harness);
	set_text(replay, HD_KEY(origin, code), origin->code);
	set_text(replay, HD_KEY(origin, directory), origin->directory);
	set_list(replay, HD_KEY(origin, sources), encode_texts(&origin->sources));
	set_list(replay, HD_KEY(origin, cflags), encode_texts(&origin->cflags));
	set_list(replay, HD_KEY(origin, libs), encode_texts(&origin->libs));
	set_list(replay, HD_KEY(origin, packages), encode_texts(&origin->packages));
	set_text(replay, HD_KEY(origin, build_directory), origin->build_directory);
	set_list(replay, HD_KEY(origin, args), encode_texts(&origin->args));
	set_list(replay, HD_KEY(origin, oracles), encode_texts(&origin->oracles));
	set_flag(replay, HD_KEY(origin, spurious), origin->spurious);
	set_number(replay, HD_KEY(origin, steps), origin->steps);
	set_number(replay, HD_KEY(origin, heap), origin->heap);
	set_number(replay, HD_KEY(origin, hang_ms), origin->hang_ms);
	set_text(replay, HD_KEY(origin, sandbox), origin->sandbox);
	return replay;
}

// What came from the harness as it is.
static void encode_execution(json_t *json, const struct hd_finding *finding)
{
	set_number(json, HD_KEY(finding, seed), finding->seed);
	set_text(json, HD_KEY(finding, hash), finding->hash);
	set_flag(json, HD_KEY(finding, exact), finding->exact);
	set_number(json, HD_KEY(finding, thread), finding->thread);
	if (finding->has_site) {
		set_object(json, HD_KEY(finding, site), encode_site(&finding->site));
	}
	set_text(json, HD_KEY(finding, schedule), finding->schedule);
	set_list(json, HD_KEY(finding, trace), encode_trace(finding));
	set_number(json, HD_KEY(finding, switches), finding->switches);
	set_number(json, HD_KEY(finding, found_switches), finding->found_switches);
	set_text(json, HD_KEY(finding, test_c), finding->test_c);
	set_text(json, HD_KEY(finding, match), finding->match);
	set_text(json, HD_KEY(finding, test_schedule), finding->test_schedule);
	if (finding->aimed > 0) {
		set_number(json, HD_KEY(finding, aimed), finding->aimed);
	}
	if (finding->pattern.type > 0) {
		set_object(json, HD_KEY(finding, pattern), encode_pattern(&finding->pattern));
	}
	if (finding->cause.site_count > 0) {
		set_object(json, HD_KEY(finding, cause), encode_cause(&finding->cause));
	}
}

json_t *hd_finding_encode(const struct hd_finding *finding)
{
	json_t *json = json_object();
	encode_execution(json, finding);
	set_text(json, HD_KEY(finding, kind), finding->kind);
	set_text_or_null(json, HD_KEY(finding, class), finding->class);
	set_text(json, HD_KEY(finding, message), finding->message);
	set_list(json, HD_KEY(stored, details), encode_texts(&finding->details));
	set_list(json, HD_KEY(finding, functions), encode_texts(&finding->functions));
	set_text(json, HD_KEY(stored, id), finding->id);
	set_object(json, HD_KEY(stored, location), encode_place(&finding->location));
	set_list(json, HD_KEY(stored, stack), encode_own_stack(finding));
	set_list(json, HD_KEY(finding, stacks), encode_stacks(finding));
	set_list(json, HD_KEY(finding, threads), encode_threads(finding));
	set_list(json, HD_KEY(finding, numbers), encode_numbers(finding));
	set_list(json, HD_KEY(finding, prefix), encode_texts(&finding->prefix));
	set_number(json, HD_KEY(stored, executions_to_find), finding->executions_to_find);
	set_real(json, HD_KEY(stored, seconds_to_find), finding->seconds_to_find);
	set_object(json, HD_KEY(stored, lines), encode_lines(finding));
	set_text(json, HD_KEY(stored, dir), finding->dir);
	set_text(json, HD_KEY(stored, strategy), finding->strategy);
	set_object(json, HD_KEY(stored, replay), encode_origin(&finding->origin));
	return json;
}

json_t *hd_finding_public(const struct hd_finding *finding, const char *directory)
{
	json_t *json = json_object();
	char *path = hd_path_join(directory, finding->dir);
	set_text(json, HD_KEY(stored, id), finding->id);
	set_text(json, HD_KEY(finding, kind), finding->kind);
	set_text_or_null(json, HD_KEY(finding, class), finding->class);
	set_list(json, HD_KEY(finding, functions), encode_texts(&finding->functions));
	set_object(json, HD_KEY(stored, location), encode_place(&finding->location));
	set_list(json, HD_KEY(stored, stack), encode_own_stack(finding));
	set_list(json, HD_KEY(finding, threads), encode_threads(finding));
	set_list(json, HD_KEY(finding, prefix), encode_texts(&finding->prefix));
	set_text(json, HD_KEY(finding, match), finding->match);
	set_number(json, HD_KEY(finding, switches), finding->switches);
	set_number(json, HD_KEY(stored, executions_to_find), finding->executions_to_find);
	set_real(json, HD_KEY(stored, seconds_to_find), finding->seconds_to_find);
	if (finding->aimed > 0) {
		set_number(json, HD_KEY(finding, aimed), finding->aimed);
	}
	bool has_pattern = finding->pattern.type > 0;
	set_object(json, HD_KEY(finding, pattern), has_pattern ? encode_pattern(&finding->pattern) : json_null());
	bool has_cause = finding->cause.site_count > 0;
	set_object(json, HD_KEY(finding, cause), has_cause ? encode_cause(&finding->cause) : json_null());
	set_text(json, HD_KEY(stored, dir), path);
	free(path);
	return json;
}
