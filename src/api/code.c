// SPDX-License-Identifier: Apache-2.0
// Code that users give in hints: `setup`, for [*], and `constructor`, for a class. It becomes functions
// that stand behind the headers, as if these had them: one is called before each test, the others are
// the constructors of their classes. The types of those are known only when the headers have been read,
// so headers are read twice where there is such code.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "api/model.h"
#include "base/str.h"

#define PREFIX "heddle_"

bool hd_code_is_key(const char *key)
{
	return strcmp(key, "setup") == 0 || strcmp(key, "constructor") == 0;
}

static bool is_setup(const struct hd_code *code)
{
	return strcmp(code->section, "*") == 0;
}

enum hd_status hd_code_add(struct hd_api_model *model, const struct hd_ini_entry *entry, struct hd_error *error)
{
	bool all = strcmp(entry->section, "*") == 0;
	if (all != (strcmp(entry->key, "setup") == 0)) {
		return hd_fail(error, HD_BAD_INPUT, "%s: '%s' is a hint for %s only", entry->place, entry->key,
			all ? "classes" : "[*]");
	}
	if (!*entry->value) {
		return hd_fail(error, HD_BAD_INPUT, "%s: %s expects C code", entry->place, entry->key);
	}
	for (size_t i = 0; i < model->ncodes; i++) {
		if (strcmp(model->codes[i].section, entry->section) == 0) {
			model->codes[i].text = hd_arena_copy(&model->arena, entry->value);
			model->codes[i].place = hd_arena_copy(&model->arena, entry->place);
			return HD_OK;
		}
	}
	model->codes = hd_arena_grow(&model->arena, model->codes, model->ncodes, sizeof(*model->codes));
	model->codes[model->ncodes++] = (struct hd_code){
		.section = hd_arena_copy(&model->arena, entry->section),
		.text = hd_arena_copy(&model->arena, entry->value),
		.place = hd_arena_copy(&model->arena, entry->place),
	};
	return HD_OK;
}

const char *hd_code_place(struct hd_api_model *model, uint16_t class)
{
	for (size_t i = 0; i < model->ncodes && class != HD_API_NONE; i++) {
		if (hd_class_by_name(model, model->codes[i].section) == &model->classes[class]) {
			return model->codes[i].place;
		}
	}
	return NULL;
}

bool hd_code_has_setup(const struct hd_api_model *model)
{
	for (size_t i = 0; i < model->ncodes; i++) {
		if (is_setup(&model->codes[i])) {
			return true;
		}
	}
	return false;
}

// Is it named in the code? `self` is the memory that a constructor has to initialise.
static bool mentions_self(const char *text)
{
	for (const char *at = text; (at = strstr(at, "self")) != NULL; at += 4) {
		bool before = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.');
		bool after = isalnum((unsigned char)at[4]) || at[4] == '_';
		if (!before && !after) {
			return true;
		}
	}
	return false;
}

static bool is_in_place(const struct hd_code *code)
{
	return !is_setup(code) && mentions_self(code->text);
}

// The record of that name; NULL: there is none.
static const struct hd_raw_record *find_record(const struct hd_api_model *model, const char *name)
{
	for (size_t i = 0; i < model->nrecords; i++) {
		const struct hd_raw_record *record = model->records[i];
		const char *space = record->tag ? strchr(record->tag, ' ') : NULL;
		if ((record->alias && strcmp(record->alias, name) == 0) ||
			(record->handle && strcmp(record->handle, name) == 0) ||
			(record->tag && strcmp(record->tag, name) == 0) || (space && strcmp(space + 1, name) == 0)) {
			return record;
		}
	}
	return NULL;
}

// "T *" of a record, or the integer or pointer type of a handle; NULL: there is no such class.
static const char *type_of(struct hd_api_model *model, const char *name)
{
	const struct hd_model_class *class = hd_class_by_name(model, name);
	const struct hd_raw_record *record = class ? class->record : find_record(model, name);
	if (record) {
		const char *plain = record->alias ? record->alias : record->tag;
		return plain ? hd_arena_format(&model->arena, "%s *", plain) : record->handle;
	}
	return class && class->form != HD_FORM_MODULE ? class->is.text : NULL;
}

// heddle.ini:12 -> #line 12 "heddle.ini"
static void add_line(struct hd_str *out, const char *place)
{
	const char *colon = strrchr(place, ':');
	hd_str_addf(out, "#line %s \"%.*s\"\n", colon + 1, (int)(colon - place), place);
}

static void add_name(struct hd_str *out, const char *what, const char *section)
{
	const char *space = strrchr(section, ' ');
	hd_str_addf(out, PREFIX "%s_%s", what, space ? space + 1 : section);
}

static void add_function(struct hd_str *out, const struct hd_code *code, bool lines)
{
	bool in_place = is_in_place(code);
	hd_str_add(out, "static inline ");
	if (is_setup(code)) {
		hd_str_add(out, "void " PREFIX "setup(void)");
	} else {
		hd_declare(out, in_place ? "void" : code->type, "");
		add_name(out, in_place ? "init" : "new", code->section);
		hd_str_add(out, in_place ? "(" : "(void)");
		if (in_place) {
			hd_declare(out, code->type, "self");
			hd_str_add_char(out, ')');
		}
	}
	hd_str_add(out, "\n{\n");
	if (lines) {
		add_line(out, code->place);
	}
	hd_str_addf(out, "\t%s%s;\n}\n", is_setup(code) || in_place ? "" : "return ", code->text);
}

void hd_code_write(const struct hd_api_model *model, struct hd_str *out, bool lines)
{
	for (size_t i = 0; i < model->ncodes; i++) {
		hd_str_add(out, i && !lines ? "\n" : "");
		add_function(out, &model->codes[i], lines);
	}
}

// Where a function that stands here was written.
static void set_place(struct hd_api_model *model, struct hd_raw_function *function)
{
	for (size_t i = 0; i < model->ncodes; i++) {
		const struct hd_code *code = &model->codes[i];
		struct hd_str name = {0};
		add_name(&name, is_in_place(code) ? "init" : "new", code->section);
		if (strcmp(function->name, hd_str_text(&name)) == 0) {
			const char *colon = strrchr(code->place, ':');
			function->file = hd_arena_copy_bytes(&model->arena, code->place, (size_t)(colon - code->place));
			function->line = (uint32_t)strtoul(colon + 1, NULL, 10);
		}
		hd_str_finish(&name);
	}
}

enum hd_status hd_code_find_types(struct hd_api_model *model, struct hd_error *error)
{
	for (size_t i = 0; i < model->ncodes; i++) {
		struct hd_code *code = &model->codes[i];
		if (!is_setup(code) && !(code->type = type_of(model, code->section))) {
			return hd_hints_unknown_section(model, code->section, code->place, error);
		}
	}
	for (size_t i = 0; i < model->nfunctions; i++) {
		if (model->functions[i].is_code) {
			set_place(model, &model->functions[i]);
		}
	}
	return HD_OK;
}
