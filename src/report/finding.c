// SPDX-License-Identifier: Apache-2.0
#include "report/finding.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/shell.h"
#include "base/strv.h"

struct hd_place *hd_finding_user_frame(const struct hd_stack *stack)
{
	for (size_t i = 0; i < stack->frame_count; i++) {
		if (stack->frames[i].file) {
			return &stack->frames[i];
		}
	}
	return stack->frame_count > 0 ? &stack->frames[0] : NULL;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_place_text(struct hd_strv *places, const struct hd_place *place)
{
	hd_strv_addf(places, "%s %s:%d", place->function ? place->function : "?",
		hd_path_name(place->file ? place->file : "?"), place->line);
}

// Where the thread stood: the innermost frame that has a source. Of one that waits also who
// called that, and who called the lock helpers.
static void add_stack_places(struct hd_strv *places, const struct hd_stack *stack, bool waits)
{
	const struct hd_place *innermost = hd_finding_user_frame(stack);
	if (!innermost) {
		return;
	}
	add_place_text(places, innermost);
	if (waits && innermost + 1 < stack->frames + stack->frame_count) {
		add_place_text(places, innermost + 1);
	}
	if (waits && stack->locker < stack->frame_count && stack->frames[stack->locker].function) {
		add_place_text(places, &stack->frames[stack->locker]);
	}
}

// All that tells this finding from others of its kind.
static void add_places(struct hd_strv *places, const struct hd_finding *finding)
{
	bool deadlock = strcmp(finding->kind, "deadlock") == 0;
	// Wrong results have none, and an assertion may guard against several bugs: the functions tell them apart.
	bool has_place = finding->location.function && strcmp(finding->kind, "assertion") != 0 &&
		strcmp(finding->kind, "abort") != 0;
	add_place_text(places, &finding->location);
	for (size_t i = 0; i < finding->stack_count; i++) {
		add_stack_places(places, &finding->stacks[i], deadlock);
	}
	for (size_t i = 0; i < finding->functions.count && !has_place; i++) {
		hd_strv_add(places, finding->functions.items[i]);
	}
	if (!has_place || deadlock || strcmp(finding->kind, "data-race") == 0) {
		qsort(places->items, places->count, sizeof(*places->items), compare_texts);
	}
}

char *hd_finding_id(const struct hd_finding *finding)
{
	struct hd_strv places = {0};
	uint64_t hash = hd_hash_text(HD_HASH_START, finding->kind);
	add_places(&places, finding);
	for (size_t i = 0; i < places.count; i++) {
		if (i == 0 || strcmp(places.items[i], places.items[i - 1]) != 0) {
			hash = hd_hash_text(hash, places.items[i]);
		}
	}
	hd_strv_finish(&places);
	// It names a directory, whatever the harness says.
	struct hd_str id = {0};
	for (const char *kind = finding->kind; *kind; kind++) {
		hd_str_add_char(&id, isalnum((unsigned char)*kind) || *kind == '_' ? *kind : '-');
	}
	hd_str_addf(&id, "-%08" PRIx32, (uint32_t)(hash ^ hash >> 32));
	return hd_str_take(&id);
}

void hd_finding_headline(struct hd_str *str, const struct hd_finding *finding)
{
	const struct hd_place *location = &finding->location;
	hd_str_add(str, finding->kind);
	if (location->function) {
		hd_str_addf(str, " in %s()", location->function);
	}
	if (location->file) {
		hd_str_addf(str, " at %s:%d", location->file, location->line);
	}
}

void hd_finding_replay_command(struct hd_str *str, const char *program, const char *directory,
	const struct hd_finding *finding, bool trust)
{
	char *path = hd_path_join(directory, finding->dir);
	char *argument = hd_format("%s%s", *path == '-' ? "./" : "", path); // no option
	hd_shell_quote(str, program);
	hd_str_add(str, trust ? " replay --trust " : " replay ");
	hd_shell_quote(str, argument);
	free(argument);
	free(path);
}

const char *hd_finding_source(const struct hd_finding *finding, const struct hd_place *place)
{
	for (size_t i = 0; place->file && i < finding->line_count; i++) {
		const struct hd_source_line *line = &finding->lines[i];
		if (line->line == place->line && strcmp(line->file, place->file) == 0) {
			return line->text;
		}
	}
	return "";
}
