// SPDX-License-Identifier: Apache-2.0
// Functions of the exact signature of a callback parameter, as C text. Each
// signature gets one that does nothing and one that calls back into the API;
// those with a result also one that returns 1, or what suits the signature
// better; and those that parameters or fields want for something (uses.c) one that does it.
#include <stdio.h>
#include <string.h>

#include "api/model.h"

uint16_t hd_signature_index(struct hd_api_model *model, struct hd_raw_signature *signature)
{
	if (signature->index == HD_API_NONE) {
		model->used = hd_arena_grow(&model->arena, model->used, model->nused, sizeof(*model->used));
		signature->index = (uint16_t)model->nused;
		model->used[model->nused++] = signature;
	}
	return signature->index;
}

void hd_declare(struct hd_str *out, const char *type, const char *name)
{
	const char *star = strstr(type, "(*");
	const char *bracket = strchr(type, '[');
	const char *parenthesis = strstr(type, " (");
	if (star) {
		size_t length = (size_t)(star - type) + 2;
		size_t qualifiers = strspn(type + length, "* abcdefghijklmnopqrstuvwxyz"); // const
		hd_str_add_bytes(out, type, length + qualifiers);
		bool joined = type[length + qualifiers - 1] == '*';
		hd_str_addf(out, "%s%s%s", joined ? "" : " ", name, type + length + qualifiers);
	} else if (bracket) {
		hd_str_add_bytes(out, type, (size_t)(bracket - type));
		hd_str_addf(out, " %s%s", name, bracket);
	} else if (parenthesis) { // a function type as a parameter
		hd_str_add_bytes(out, type, (size_t)(parenthesis - type));
		hd_str_addf(out, " (*%s)%s", name, parenthesis + 1);
	} else {
		size_t length = strlen(type);
		bool joined = length > 0 && type[length - 1] == '*';
		hd_str_addf(out, "%s%s%s", type, joined ? "" : " ", name);
	}
}

struct writer {
	struct hd_api_model *model;
	const struct hd_raw_signature *signature;
	struct hd_callback_text *out;
	size_t count;
};

static void add_head(struct hd_str *text, const struct hd_raw_signature *signature, const char *name)
{
	struct hd_str head = {0};
	hd_str_addf(&head, "%s(", name);
	for (size_t i = 0; i < signature->count; i++) {
		char param[16];
		snprintf(param, sizeof(param), "%c", (char)('a' + i % 26));
		hd_str_add(&head, i ? ", " : "");
		hd_declare(&head, signature->params[i]->text, param);
	}
	hd_str_add(&head, signature->count == 0 ? "void)" : signature->variadic ? ", ...)" : ")");
	const char *result = signature->result->text;
	if (strstr(result, "(*")) {
		hd_str_addf(text, "static __typeof__(%s) %s", result, hd_str_text(&head));
	} else {
		hd_str_add(text, "static ");
		hd_declare(text, result, hd_str_text(&head));
	}
	hd_str_finish(&head);
}

// body: statements, each on a line of its own.
static void add(struct writer *writer, const char *suffix, const char *summary, const char *body, bool reenters)
{
	struct hd_arena *arena = &writer->model->arena;
	const char *name = hd_arena_format(arena, "callback%u%s", writer->signature->index + 1u, suffix);
	struct hd_str text = {0};
	add_head(&text, writer->signature, name);
	hd_str_addf(&text, "\n{\n");
	for (size_t i = 0; i < writer->signature->count; i++) {
		hd_str_addf(&text, "\t(void)%c;\n", (char)('a' + i % 26));
	}
	hd_str_addf(&text, "%s}\n", body);
	writer->out[writer->count++] = (struct hd_callback_text){
		.name = name,
		.summary = summary,
		.source = hd_arena_copy(arena, hd_str_text(&text)),
		.reenters = reenters,
	};
	hd_str_finish(&text);
}

static bool is_number(const struct hd_raw_type *type)
{
	return type->kind == HD_RAW_INT || type->kind == HD_RAW_BOOL || type->kind == HD_RAW_ENUM;
}

static const char *zero(struct writer *writer)
{
	const struct hd_raw_type *result = writer->signature->result;
	switch (result->kind) {
	case HD_RAW_VOID:
		return "";
	case HD_RAW_RECORD:
		return hd_arena_format(&writer->model->arena, "\treturn (%s){0};\n", result->text);
	case HD_RAW_POINTER:
		return "\treturn (void *)0;\n";
	default:
		return "\treturn 0;\n";
	}
}

static bool is_pointer(const struct hd_raw_signature *signature, size_t index)
{
	return index < signature->count && signature->params[index]->kind == HD_RAW_POINTER;
}

// int (*)(const T *, const T *)
static void add_comparison(struct writer *writer)
{
	const struct hd_raw_signature *signature = writer->signature;
	if (!is_pointer(signature, 0) || !is_pointer(signature, 1) || signature->result->kind != HD_RAW_INT ||
		strcmp(signature->params[0]->text, signature->params[1]->text) != 0) {
		return;
	}
	add(writer, "_compare", "compares its arguments as pointers", "\treturn (a > b) - (a < b);\n", false);
}

// void *(*)(void *)
static void add_identity(struct writer *writer)
{
	const struct hd_raw_signature *signature = writer->signature;
	if (signature->result->kind == HD_RAW_POINTER && is_pointer(signature, 0)) {
		add(writer, "_same", "returns its argument", "\treturn (void *)a;\n", false);
	}
}

// The name of the last parameter of a kind; 0: there is none.
static char last_of(const struct hd_raw_signature *signature, enum hd_raw_kind kind, char before)
{
	char found = 0;
	for (size_t i = 0; i < signature->count && i < 26; i++) {
		char name = (char)('a' + i);
		found = signature->params[i]->kind == kind && (before == 0 || name < before) ? name : found;
	}
	return found;
}

// A context is NULL or in front: the block is the last pointer that is none.
static const char *body_for(struct writer *writer, enum hd_api_use use)
{
	const struct hd_raw_signature *signature = writer->signature;
	struct hd_arena *arena = &writer->model->arena;
	char size = last_of(signature, HD_RAW_INT, 0), count = last_of(signature, HD_RAW_INT, size);
	char block = last_of(signature, HD_RAW_POINTER, 0), context = last_of(signature, HD_RAW_POINTER, block);
	switch (use) {
	case HD_USE_ALLOCATE:
		return count ? hd_arena_format(arena, "\treturn calloc(%c, %c);\n", count, size)
			     : hd_arena_format(arena, "\treturn malloc(%c);\n", size);
	case HD_USE_RESIZE:
		return hd_arena_format(arena, "\treturn realloc((void *)%c, %c);\n", block, size);
	case HD_USE_RELEASE:
		return context ? hd_arena_format(arena, "\tfree((void *)(%c ? %c : %c));\n", block, block, context)
			       : hd_arena_format(arena, "\tfree((void *)%c);\n", block);
	case HD_USE_COMPARE:
		return hd_arena_format(arena, "\treturn (%c > %c) - (%c < %c);\n", context, block, context, block);
	case HD_USE_EQUAL:
		return hd_arena_format(arena, "\treturn %c == %c;\n", context, block);
	case HD_USE_HASH:
		return hd_arena_format(arena, "\treturn (__typeof__(%s))((unsigned long)%c %% 7);\n",
			signature->result->text, block);
	default:
		return zero(writer);
	}
}

static void add_uses(struct writer *writer)
{
	static const char *const suffixes[] = {
		[HD_USE_ALLOCATE] = "_allocate",
		[HD_USE_RESIZE] = "_resize",
		[HD_USE_RELEASE] = "_release",
		[HD_USE_COMPARE] = "_order",
		[HD_USE_EQUAL] = "_equal",
		[HD_USE_HASH] = "_hash",
	};
	static const char *const summaries[] = {
		[HD_USE_ALLOCATE] = "allocates",
		[HD_USE_RESIZE] = "reallocates",
		[HD_USE_RELEASE] = "frees",
		[HD_USE_COMPARE] = "compares its arguments as pointers",
		[HD_USE_EQUAL] = "tells whether its arguments are the same",
		[HD_USE_HASH] = "returns the address modulo 7",
	};
	for (enum hd_api_use use = HD_USE_ANY + 1; use < HD_USE_COUNT; use++) {
		if (writer->signature->uses >> use & 1) {
			add(writer, suffixes[use], summaries[use], body_for(writer, use), false);
			writer->out[writer->count - 1].use = (uint8_t)use;
		}
	}
}

size_t hd_callbacks_write(struct hd_api_model *model, const struct hd_raw_signature *signature,
	struct hd_callback_text out[HD_MAX_CALLBACKS])
{
	struct writer writer = {.model = model, .signature = signature, .out = out};
	add(&writer, "", "does nothing", zero(&writer), false);
	if (is_number(signature->result)) {
		add(&writer, "_one", "returns 1", "\treturn 1;\n", false);
	}
	add_comparison(&writer);
	add_identity(&writer);
	add(&writer, "_reenter", "calls back into the API",
		hd_arena_format(&model->arena, "\t__heddle_reenter();\n%s", zero(&writer)), true);
	add_uses(&writer);
	return writer.count;
}
