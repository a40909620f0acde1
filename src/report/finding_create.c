// SPDX-License-Identifier: Apache-2.0
// A message becomes a finding: addresses become functions and lines, the source text of all
// places is added, and it gets a name.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "report/finding.h"
#include "report/source.h"

enum { MAX_INLINED = 16 };

// A detail of findings whose trace is not exact.
#define INEXACT "its trace is not exact: the code depends on something that heddle does not control"

struct work {
	struct hd_finding *finding;
	const char *harness;
	struct hd_symbols *symbols;
	struct hd_sources *sources;
};

// Functions of heddle itself, at the ends of a stack.
static bool is_ours(const struct hd_place *frame)
{
	return frame->function &&
		(strncmp(frame->function, "__heddle_", 9) == 0 || strncmp(frame->function, "hd_", 3) == 0);
}

// Texts are copied: those of symbols live as long as these do.
static struct hd_place make_place(struct work *work, const char *function, const char *file, int line)
{
	struct hd_arena *arena = &work->finding->arena;
	if (function && strcmp(function, "__heddle_main") == 0) {
		function = "main";
	}
	return (struct hd_place){
		.function = function ? hd_arena_copy(arena, function) : NULL,
		.file = file ? hd_arena_copy(arena, hd_path_display(file)) : NULL,
		.line = line,
	};
}

static void add_frame(struct work *work, struct hd_stack *stack, struct hd_place frame)
{
	stack->frames = hd_arena_grow(&work->finding->arena, stack->frames, stack->frame_count, sizeof(frame));
	stack->frames[stack->frame_count++] = frame;
}

// Adds the function at an address, and those it was inlined into.
static void resolve(struct work *work, struct hd_stack *stack, const struct hd_address *address)
{
	const char *module = address->module;
	uint64_t offset = address->offset;
	struct hd_symbol found[MAX_INLINED];
	// A return address lies after its call, perhaps on the next line.
	size_t count = hd_symbols_lookup(work->symbols, *module ? module : work->harness,
		offset == 0 ? offset : offset - 1, found, MAX_INLINED);
	for (size_t i = 0; i < count; i++) {
		add_frame(work, stack, make_place(work, found[i].function, found[i].file, found[i].line));
	}
	if (count == 0) {
		char *name = hd_format("%s+0x%" PRIx64, *module ? hd_path_name(module) : "harness", offset);
		add_frame(work, stack, make_place(work, name, NULL, 0));
		free(name);
	}
}

static void make_frames(struct work *work, struct hd_stack *stack)
{
	size_t locker = 0;
	for (size_t i = 0; i < stack->address_count; i++) {
		resolve(work, stack, &stack->addresses[i]);
		locker = i <= stack->locker ? stack->frame_count - 1 : locker; // with what was inlined into it
	}
	while (stack->frame_count > 0 && is_ours(&stack->frames[0])) {
		stack->frames++;
		stack->frame_count--;
		locker -= locker > 0;
	}
	stack->locker = locker;
	while (stack->frame_count > 0 && is_ours(&stack->frames[stack->frame_count - 1])) {
		stack->frame_count--;
	}
}

static struct hd_place *own_frame(const struct hd_finding *finding)
{
	return finding->stack_count > 0 ? hd_finding_user_frame(&finding->stacks[0]) : NULL;
}

// The site knows its place exactly; the address of a hook call only nearly.
static void correct_by_site(struct hd_finding *finding)
{
	struct hd_place *frame = own_frame(finding);
	const struct hd_place *site = &finding->site;
	const char *function = site->function ? site->function : "";
	if (frame && site->line > 0 && strcmp(function, frame->function ? frame->function : "") == 0) {
		frame->line = site->line;
		frame->file = site->file ? site->file : frame->file;
	}
}

static void make_location(struct work *work)
{
	struct hd_finding *finding = work->finding;
	const struct hd_place *place = finding->site.line > 0 ? &finding->site : own_frame(finding);
	if (place) {
		finding->location = make_place(work, place->function, place->file, place->line);
	}
}

static void add_text(struct hd_arena *arena, struct hd_texts *texts, const char *text)
{
	for (size_t i = 0; text && i < texts->count; i++) {
		text = strcmp(texts->items[i], text) == 0 ? NULL : text;
	}
	if (text) {
		texts->items = hd_arena_grow(arena, texts->items, texts->count, sizeof(*texts->items));
		texts->items[texts->count++] = text;
	}
}

// The functions in which the threads stood, each once.
static void make_functions(struct hd_finding *finding)
{
	for (size_t i = 0; i < finding->stack_count; i++) {
		const struct hd_place *frame = hd_finding_user_frame(&finding->stacks[i]);
		add_text(&finding->arena, &finding->functions, frame ? frame->function : NULL);
	}
	if (finding->functions.count == 0) {
		add_text(&finding->arena, &finding->functions, finding->location.function);
	}
}

static bool has_line(const struct hd_finding *finding, const struct hd_place *place)
{
	for (size_t i = 0; i < finding->line_count; i++) {
		if (finding->lines[i].line == place->line && strcmp(finding->lines[i].file, place->file) == 0) {
			return true;
		}
	}
	return false;
}

static void add_line(struct work *work, const struct hd_place *place)
{
	struct hd_finding *finding = work->finding;
	if (!place->file || place->line <= 0 || has_line(finding, place)) {
		return;
	}
	const char *text = hd_sources_line(work->sources, place->file, place->line);
	if (text) {
		finding->lines = hd_arena_grow(&finding->arena, finding->lines, finding->line_count,
			sizeof(*finding->lines));
		finding->lines[finding->line_count++] = (struct hd_source_line){
			.file = place->file,
			.line = place->line,
			.text = hd_arena_copy(&finding->arena, text),
		};
	}
}

static void add_lines(struct work *work)
{
	const struct hd_finding *finding = work->finding;
	for (size_t i = 0; i < finding->stack_count; i++) {
		for (size_t j = 0; j < finding->stacks[i].frame_count; j++) {
			add_line(work, &finding->stacks[i].frames[j]);
		}
	}
	for (size_t i = 0; i < finding->trace_count; i++) {
		add_line(work, &finding->trace[i].site);
	}
	add_line(work, &finding->location);
}

// Paths as people write them: relative where possible.
static void shorten(struct hd_place *place)
{
	place->file = place->file ? hd_path_display(place->file) : NULL;
}

static void shorten_all(struct hd_finding *finding)
{
	shorten(&finding->site);
	for (size_t i = 0; i < finding->pattern.step_count; i++) {
		shorten(&finding->pattern.steps[i]);
	}
	for (size_t i = 0; i < finding->cause.site_count; i++) {
		shorten(&finding->cause.sites[i]);
	}
	for (size_t i = 0; i < finding->trace_count; i++) {
		shorten(&finding->trace[i].site);
	}
}

static void describe(struct work *work)
{
	struct hd_finding *finding = work->finding;
	for (size_t i = 0; i < finding->stack_count; i++) {
		make_frames(work, &finding->stacks[i]);
	}
	correct_by_site(finding);
	make_location(work);
	if (finding->functions.count == 0) {
		make_functions(finding);
	}
	if (!finding->exact) {
		add_text(&finding->arena, &finding->details, INEXACT);
	}
	char *id = hd_finding_id(finding);
	finding->id = hd_arena_copy(&finding->arena, id);
	free(id);
}

struct hd_finding *hd_finding_create(const json_t *message, const char *harness, struct hd_symbols *symbols)
{
	struct work work = {
		.finding = hd_finding_decode_message(message),
		.harness = harness,
		.symbols = symbols,
		.sources = hd_sources_create(symbols, harness),
	};
	shorten_all(work.finding);
	describe(&work);
	add_lines(&work);
	hd_sources_destroy(work.sources);
	return work.finding;
}
