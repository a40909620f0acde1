// SPDX-License-Identifier: Apache-2.0
// Findings out of JSON. It may be anybody's: nothing is taken for granted.
#include "message/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/json.h"
#include "message/finding_keys.h"

static void decode_place(struct hd_arena *arena, void *item, const json_t *object)
{
	(void)arena;
	hd_place_decode(item, object);
}

static void decode_event(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_trace_event *event = item;
	(void)arena;
	event->thread = (int)hd_json_int(object, HD_NUMBER(event, t), 0);
	event->step = hd_json_int(object, HD_NUMBER(event, step), 0);
	event->size = hd_json_int(object, HD_NUMBER(event, size), 0);
	event->op = hd_json_text(object, HD_TEXT(event, op), "?");
	event->has_site = hd_place_decode(&event->site, json_object_get(object, HD_OBJECT_AT(event, site)));
	event->value = hd_json_text(object, HD_TEXT(event, value), NULL);
	event->note = hd_json_text(object, HD_TEXT(event, note), NULL);
}

static void decode_address(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_address *address = item;
	(void)arena;
	address->module = hd_json_text(object, HD_TEXT(frame, module), "");
	address->offset = (uint64_t)hd_json_int(object, HD_NUMBER(frame, offset), 0);
}

static const json_t *decode_stack(struct hd_stack *stack, const json_t *object)
{
	stack->thread = (int)hd_json_int(object, HD_NUMBER(stack, thread), 0);
	stack->title = hd_json_text(object, HD_TEXT(stack, title), "");
	return hd_json_array(object, HD_LIST(stack, frames));
}

static void decode_stored_stack(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_stack *stack = item;
	const json_t *frames = decode_stack(stack, object);
	stack->frames = hd_list_decode(arena, frames, sizeof(*stack->frames), &stack->frame_count, decode_place);
}

static void decode_raw_stack(struct hd_arena *arena, void *item, const json_t *object)
{
	struct hd_stack *stack = item;
	const json_t *frames = decode_stack(stack, object);
	stack->locker = (size_t)hd_json_int(object, HD_NUMBER(stack, locker), 0);
	stack->addresses = hd_list_decode(arena, frames, sizeof(*stack->addresses), &stack->address_count,
		decode_address);
}

static void decode_calls(struct hd_arena *arena, void *item, const json_t *array)
{
	struct hd_texts *calls = item;
	*calls = hd_texts_decode(arena, array);
}

static void decode_pattern(struct hd_finding *finding)
{
	const json_t *pattern = hd_json_object(finding->json, HD_OBJECT_AT(finding, pattern));
	finding->pattern.type = hd_json_int(pattern, HD_NUMBER(pattern, type), 0);
	finding->pattern.text = hd_json_text(pattern, HD_TEXT(pattern, text), "");
	finding->pattern.steps = hd_list_decode(&finding->arena, hd_json_array(pattern, HD_LIST(pattern, steps)),
		sizeof(*finding->pattern.steps), &finding->pattern.step_count, decode_place);
}

static void decode_cause(struct hd_finding *finding)
{
	const json_t *cause = hd_json_object(finding->json, HD_OBJECT_AT(finding, cause));
	finding->cause.variable = hd_json_text(cause, HD_TEXT(cause, variable), "");
	finding->cause.first = hd_json_text(cause, HD_TEXT(cause, first), "uses");
	finding->cause.second = hd_json_text(cause, HD_TEXT(cause, second), "uses");
	finding->cause.sites = hd_list_decode(&finding->arena, hd_json_array(cause, HD_LIST(cause, sites)),
		sizeof(*finding->cause.sites), &finding->cause.site_count, decode_place);
}

// Findings of earlier versions have none: threads of the code itself were rare.
static void decode_numbers(struct hd_finding *finding)
{
	const json_t *numbers = hd_json_array(finding->json, HD_LIST(finding, numbers));
	finding->numbers = hd_arena_alloc(&finding->arena, (finding->thread_count + 1) * sizeof(*finding->numbers));
	for (size_t i = 0; i < finding->thread_count; i++) {
		const json_t *number = json_array_get(numbers, i);
		finding->numbers[i] = json_is_integer(number) ? (int)json_integer_value(number) : (int)i + 1;
	}
}

static void decode_test(struct hd_finding *finding)
{
	const json_t *json = finding->json;
	struct hd_arena *arena = &finding->arena;
	finding->class = hd_json_text(json, HD_TEXT(finding, class), NULL);
	finding->functions = hd_texts_decode(arena, hd_json_array(json, HD_LIST(finding, functions)));
	finding->prefix = hd_texts_decode(arena, hd_json_array(json, HD_LIST(finding, prefix)));
	finding->threads = hd_list_decode(arena, hd_json_array(json, HD_LIST(finding, threads)),
		sizeof(*finding->threads), &finding->thread_count, decode_calls);
	decode_numbers(finding);
	finding->match = hd_json_text(json, HD_TEXT(finding, match), NULL);
	finding->test_c = hd_json_text(json, HD_TEXT(finding, test_c), NULL);
	finding->test_schedule = hd_json_text(json, HD_TEXT(finding, test_schedule), NULL);
	decode_pattern(finding);
}

// What a message and finding.json have in common.
static struct hd_finding *decode_common(const json_t *json)
{
	struct hd_finding *finding = calloc(1, sizeof(*finding));
	hd_check(finding != NULL);
	finding->json = json_incref((json_t *)json);
	finding->id = "";
	finding->kind = hd_json_text(json, HD_TEXT(finding, kind), "violation");
	finding->message = hd_json_text(json, HD_TEXT(finding, message), "");
	finding->hash = hd_json_text(json, HD_TEXT(finding, hash), "");
	finding->exact = !json_is_false(json_object_get(json, HD_FLAG(finding, exact)));
	finding->seed = hd_json_int(json, HD_NUMBER(finding, seed), 1);
	finding->switches = hd_json_int(json, HD_NUMBER(finding, switches), 0);
	finding->aimed = hd_json_int(json, HD_NUMBER(finding, aimed), 0);
	finding->found_switches = hd_json_int(json, HD_NUMBER(finding, found_switches), 0);
	finding->thread = (int)hd_json_int(json, HD_NUMBER(finding, thread), -1);
	finding->has_site = hd_place_decode(&finding->site, json_object_get(json, HD_OBJECT_AT(finding, site)));
	finding->schedule = hd_json_text(json, HD_TEXT(finding, schedule), "");
	finding->trace = hd_list_decode(&finding->arena, hd_json_array(json, HD_LIST(finding, trace)),
		sizeof(*finding->trace), &finding->trace_count, decode_event);
	finding->dir = finding->strategy = "";
	decode_cause(finding);
	decode_test(finding);
	return finding;
}

static struct hd_texts split_lines(struct hd_arena *arena, const char *text)
{
	struct hd_texts lines = {0};
	while (*text) {
		const char *end = strchrnul(text, '\n');
		lines.items = hd_arena_grow(arena, lines.items, lines.count, sizeof(*lines.items));
		lines.items[lines.count++] = hd_arena_copy_bytes(arena, text, (size_t)(end - text));
		text = *end ? end + 1 : end;
	}
	return lines;
}

struct hd_finding *hd_finding_decode_message(const json_t *message)
{
	struct hd_finding *finding = decode_common(message);
	finding->stacks = hd_list_decode(&finding->arena, hd_json_array(message, HD_LIST(finding, stacks)),
		sizeof(*finding->stacks), &finding->stack_count, decode_raw_stack);
	finding->details = split_lines(&finding->arena, hd_json_text(message, HD_TEXT(finding, details), ""));
	finding->executions_to_find = hd_json_int(message, HD_NUMBER(finding, execution), 0);
	finding->seconds_to_find = hd_json_real(message, HD_REAL(finding, seconds), 0);
	return finding;
}

static void decode_lines(struct hd_finding *finding)
{
	const char *file, *number;
	json_t *of_file, *text;
	json_object_foreach(hd_json_object(finding->json, HD_OBJECT_AT(stored, lines)), file, of_file) {
		json_object_foreach(of_file, number, text) {
			finding->lines = hd_arena_grow(&finding->arena, finding->lines, finding->line_count,
				sizeof(*finding->lines));
			finding->lines[finding->line_count++] = (struct hd_source_line){
				.file = file,
				.line = atoi(number),
				.text = json_is_string(text) ? json_string_value(text) : "",
			};
		}
	}
}

static void decode_origin(struct hd_arena *arena, struct hd_origin *origin, const json_t *replay)
{
	const char *hints = hd_json_text(replay, HD_LIST(origin, hints), NULL);
	*origin = (struct hd_origin){
		.command = hd_json_text(replay, HD_TEXT(origin, command), ""),
		.harness = hd_json_text(replay, HD_TEXT(origin, harness), ""),
		.directory = hd_json_text(replay, HD_TEXT(origin, directory), "."),
		.code = hd_json_text(replay, HD_TEXT(origin, code), ""),
		.sandbox = hd_json_text(replay, HD_TEXT(origin, sandbox), NULL),
		.hints = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, hints))),
		.sources = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, sources))),
		.cflags = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, cflags))),
		.libs = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, libs))),
		.packages = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, packages))),
		.build_directory = hd_json_text(replay, HD_TEXT(origin, build_directory), NULL),
		.args = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, args))),
		.oracles = hd_texts_decode(arena, hd_json_array(replay, HD_LIST(origin, oracles))),
		.spurious = json_is_true(json_object_get(replay, HD_FLAG(origin, spurious))),
		.steps = hd_json_int(replay, HD_NUMBER(origin, steps), 1000 * 1000),
		.heap = hd_json_int(replay, HD_NUMBER(origin, heap), 256 << 20),
		.hang_ms = hd_json_int(replay, HD_NUMBER(origin, hang_ms), 5000),
	};
	if (hints) { // as earlier versions stored them
		origin->hints = hd_texts_copy(arena, &hints, 1);
	}
}

struct hd_finding *hd_finding_decode(const json_t *stored)
{
	struct hd_finding *finding = decode_common(stored);
	struct hd_arena *arena = &finding->arena;
	finding->id = hd_json_text(stored, HD_TEXT(stored, id), "?");
	finding->details = hd_texts_decode(arena, hd_json_array(stored, HD_LIST(stored, details)));
	hd_place_decode(&finding->location, json_object_get(stored, HD_OBJECT_AT(stored, location)));
	finding->stacks = hd_list_decode(arena, hd_json_array(stored, HD_LIST(finding, stacks)),
		sizeof(*finding->stacks), &finding->stack_count, decode_stored_stack);
	finding->executions_to_find = hd_json_int(stored, HD_NUMBER(stored, executions_to_find), 0);
	finding->seconds_to_find = hd_json_real(stored, HD_REAL(stored, seconds_to_find), 0);
	finding->dir = hd_json_text(stored, HD_TEXT(stored, dir), "");
	finding->strategy = hd_json_text(stored, HD_TEXT(stored, strategy), "");
	decode_lines(finding);
	decode_origin(arena, &finding->origin, hd_json_object(stored, HD_OBJECT_AT(stored, replay)));
	return finding;
}

struct hd_finding *hd_finding_printable(const struct hd_finding *finding)
{
	json_t *json = hd_finding_encode(finding), *safe = hd_json_printable(json);
	struct hd_finding *printable = hd_finding_decode(safe);
	printable->campaign = finding->campaign;
	json_decref(safe);
	json_decref(json);
	return printable;
}

void hd_finding_destroy(struct hd_finding *finding)
{
	if (finding) {
		json_decref(finding->json);
		hd_arena_finish(&finding->arena);
		free(finding);
	}
}
