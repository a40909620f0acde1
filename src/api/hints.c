// SPDX-License-Identifier: Apache-2.0
// The hints file: INI, a section per function, per class, or [*] for all
// functions. Sections of functions take effect at once, those of classes after
// classes are known.
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model.h"
#include "base/path.h"
#include "base/typo.h"

// One `key = value` of a section that names no function.
struct line {
	const char *section, *key, *value, *place;
};

struct hd_hints {
	struct hd_api_model *model;
	struct hd_error *error;
	enum hd_status status;
	const char *path;
	const char *rest; // of the text that is parsed
	unsigned number;  // of the line just read
	size_t count;
	struct line *lines; // for classes
};

// Feeds inih line by line and counts.
static char *read_line(char *buffer, int size, void *stream)
{
	struct hd_hints *hints = stream;
	size_t length = strcspn(hints->rest, "\n");
	if (!*hints->rest) {
		return NULL;
	}
	size_t kept = length < (size_t)size - 2 ? length : (size_t)size - 2;
	memcpy(buffer, hints->rest, kept);
	buffer[kept] = '\n';
	buffer[kept + 1] = '\0';
	hints->rest += length + (hints->rest[length] == '\n');
	hints->number++;
	return buffer;
}

static struct hd_raw_function *find_function(struct hd_api_model *model, const char *name)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (strcmp(model->functions[i].name, name) == 0) {
			return &model->functions[i];
		}
	}
	return NULL;
}

static void set_all(struct hd_hints *hints, const char *key, const char *value, const char *place)
{
	struct hd_api_model *model = hints->model;
	for (size_t i = 0; i < model->nfunctions && hints->status == HD_OK; i++) {
		hints->status = hd_hint_set(model, &model->functions[i].hint, NULL, key, value, place, hints->error);
	}
}

static int take_line(void *user, const char *section, const char *key, const char *value)
{
	struct hd_hints *hints = user;
	struct hd_api_model *model = hints->model;
	if (hints->status != HD_OK) {
		return 1;
	}
	const char *place = hd_arena_format(&model->arena, "%s:%u", hints->path, hints->number);
	struct hd_raw_function *function = find_function(model, section);
	if (!*section) {
		hints->status = hd_fail(hints->error, HD_BAD_INPUT, "%s: '%s' appears before the first [section]",
			place, key);
	} else if (strcmp(section, "*") == 0) {
		set_all(hints, key, value, place);
	} else if (function) {
		hints->status = hd_hint_set(model, &function->hint, function, key, value, place, hints->error);
	} else {
		hints->lines = hd_arena_grow(&model->arena, hints->lines, hints->count, sizeof(*hints->lines));
		hints->lines[hints->count++] = (struct line){
			.section = hd_arena_copy(&model->arena, section),
			.key = hd_arena_copy(&model->arena, key),
			.value = hd_arena_copy(&model->arena, value),
			.place = place,
		};
	}
	return 1;
}

static void read_file(struct hd_hints *hints, const char *path, struct hd_error *error)
{
	struct hd_str text = {0};
	hints->path = path;
	hints->number = 0;
	hints->status = hd_path_read(path, &text, error);
	if (hints->status == HD_OK) {
		hints->rest = hd_str_text(&text);
		int line = ini_parse_stream(read_line, hints, take_line, hints);
		if (hints->status == HD_OK && line > 0) {
			hints->status = hd_fail(error, HD_BAD_INPUT, "%s:%d: expected [section] or key = value", path,
				line);
		}
	}
	hd_str_finish(&text);
}

enum hd_status hd_hints_read(struct hd_api_model *model, const struct hd_strv *paths, struct hd_hints **result,
	struct hd_error *error)
{
	struct hd_hints *hints = hd_arena_alloc(&model->arena, sizeof(*hints));
	*result = hints;
	*hints = (struct hd_hints){.model = model, .error = error};
	for (size_t i = 0; paths && i < paths->count && hints->status == HD_OK; i++) {
		read_file(hints, paths->items[i], error);
	}
	return hints->status;
}

// The class a person means by "stack", "struct stack" or "stack_t".
struct hd_model_class *hd_class_by_name(struct hd_api_model *model, const char *name)
{
	for (size_t i = 0; i < model->nclasses; i++) {
		struct hd_model_class *class = &model->classes[i];
		const char *space = strchr(class->is.name, ' ');
		if (strcmp(name, class->is.name) == 0 || (space && strcmp(name, space + 1) == 0) ||
			(class->record && class->record->tag &&
				(strcmp(name, class->record->tag) == 0 ||
					strcmp(name, strchr(class->record->tag, ' ') + 1) == 0)) ||
			(class->record && class->record->handle && strcmp(name, class->record->handle) == 0)) {
			return class;
		}
	}
	return NULL;
}

static enum hd_status unknown_section(const struct hd_hints *hints, const struct line *line, struct hd_error *error)
{
	const struct hd_api_model *model = hints->model;
	struct hd_typo typo;
	hd_typo_init(&typo, line->section);
	for (size_t i = 0; i < model->nfunctions; i++) {
		hd_typo_offer(&typo, model->functions[i].name);
	}
	for (size_t i = 0; i < model->nclasses; i++) {
		hd_typo_offer(&typo, model->classes[i].is.name);
	}
	return hd_fail(error, HD_BAD_INPUT, "%s: unknown function or class '%s'%s%s%s", line->place, line->section,
		typo.nearest ? "; did you mean '" : "", typo.nearest ? typo.nearest : "", typo.nearest ? "'?" : "");
}

enum hd_status hd_hints_apply_to_classes(struct hd_hints *hints, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < hints->count && status == HD_OK; i++) {
		const struct line *line = &hints->lines[i];
		struct hd_model_class *class = hd_class_by_name(hints->model, line->section);
		status = class ? hd_hint_set(hints->model, &class->hint, NULL, line->key, line->value, line->place,
					 error)
			       : unknown_section(hints, line, error);
	}
	return status;
}
