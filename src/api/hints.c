// SPDX-License-Identifier: Apache-2.0
// The hints file: INI, a section per function, per class, or [*] for all
// functions. Sections of functions take effect at once, those of classes after
// classes are known.
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
	size_t count;
	struct line *lines; // for classes
};

static struct hd_raw_function *find_function(struct hd_api_model *model, const char *name)
{
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (strcmp(model->functions[i].name, name) == 0) {
			return &model->functions[i];
		}
	}
	return NULL;
}

static enum hd_status set_all(struct hd_api_model *model, const struct hd_ini_entry *entry, const char *place,
	struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (size_t i = 0; i < model->nfunctions && status == HD_OK; i++) {
		status = hd_hint_set(model, &model->functions[i].hint, NULL, entry->key, entry->value, place, error);
	}
	return status;
}

// heddle.ini has a section of its own, which others read (cli/project_file.c).
static enum hd_status check_own_section(const struct hd_ini_entry *entry, struct hd_error *error)
{
	static const char name[] = "heddle.ini:";
	return strncmp(hd_path_name(entry->place), name, sizeof(name) - 1) == 0
		? HD_OK
		: hd_fail(error, HD_BAD_INPUT, "%s: the section [heddle] is for heddle.ini only", entry->place);
}

static enum hd_status take_entry(void *user, const struct hd_ini_entry *entry, struct hd_error *error)
{
	struct hd_hints *hints = user;
	struct hd_api_model *model = hints->model;
	const char *place = hd_arena_copy(&model->arena, entry->place);
	struct hd_raw_function *function = find_function(model, entry->section);
	if (!*entry->section) {
		return hd_fail(error, HD_BAD_INPUT, "%s: '%s' appears before the first [section]", place, entry->key);
	}
	if (strcmp(entry->section, "heddle") == 0) {
		return check_own_section(entry, error);
	}
	if (hd_code_is_key(entry->key) && !function) {
		return hd_code_add(model, entry, error);
	}
	if (strcmp(entry->section, "*") == 0) {
		return set_all(model, entry, place, error);
	}
	if (function) {
		function->is_hinted = true;
		return hd_hint_set(model, &function->hint, function, entry->key, entry->value, place, error);
	}
	hints->lines = hd_arena_grow(&model->arena, hints->lines, hints->count, sizeof(*hints->lines));
	hints->lines[hints->count++] = (struct line){
		.section = hd_arena_copy(&model->arena, entry->section),
		.key = hd_arena_copy(&model->arena, entry->key),
		.value = hd_arena_copy(&model->arena, entry->value),
		.place = place,
	};
	return HD_OK;
}

enum hd_status hd_hints_read(struct hd_api_model *model, const struct hd_strv *paths, struct hd_hints **result,
	struct hd_error *error)
{
	struct hd_hints *hints = hd_arena_alloc(&model->arena, sizeof(*hints));
	*result = hints;
	*hints = (struct hd_hints){.model = model};
	enum hd_status status = HD_OK;
	for (size_t i = 0; paths && i < paths->count && status == HD_OK; i++) {
		status = hd_ini_read(paths->items[i], take_entry, hints, error);
	}
	return status;
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

enum hd_status hd_hints_unknown_section(const struct hd_api_model *model, const char *section, const char *place,
	struct hd_error *error)
{
	struct hd_typo typo;
	hd_typo_init(&typo, section);
	for (size_t i = 0; i < model->nfunctions; i++) {
		hd_typo_offer(&typo, model->functions[i].name);
	}
	for (size_t i = 0; i < model->nclasses; i++) {
		hd_typo_offer(&typo, model->classes[i].is.name);
	}
	return hd_fail(error, HD_BAD_INPUT, "%s: unknown function or class '%s'%s%s%s", place, section,
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
			       : hd_hints_unknown_section(hints->model, line->section, line->place, error);
	}
	return status;
}
