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

// What can be compared of what a pointer points to. Not its address: a library may keep a copy, and where a block
// lies depends on who allocated before.
enum content { NO_CONTENT, TEXT, NUMBER, BYTES };

static enum content content_of(const struct hd_raw_type *pointer)
{
	const struct hd_raw_type *to = pointer->to;
	if (to->size == 0) {
		return NO_CONTENT;
	}
	switch (to->kind) {
	case HD_RAW_INT:
		return strcmp(to->text, "char") == 0 || strcmp(to->text, "const char") == 0 ? TEXT : NUMBER;
	case HD_RAW_BOOL:
	case HD_RAW_ENUM:
		return NUMBER;
	case HD_RAW_RECORD:
		return BYTES;
	default:
		return NO_CONTENT;
	}
}

// Negative, 0 or positive, as an expression; both names are pointers that are not NULL.
static const char *difference(struct writer *writer, enum content content, char a, char b)
{
	struct hd_arena *arena = &writer->model->arena;
	switch (content) {
	case TEXT:
		return hd_arena_format(arena, "__builtin_strcmp((const char *)%c, (const char *)%c)", a, b);
	case NUMBER:
		return hd_arena_format(arena, "(*%c > *%c) - (*%c < *%c)", a, b, a, b);
	case BYTES:
		return hd_arena_format(arena, "__builtin_memcmp(%c, %c, sizeof(*%c))", a, b, a);
	default:
		return "0";
	}
}

static const char *comparison(struct writer *writer, enum content content, char a, char b)
{
	return content == NO_CONTENT
		? "\treturn 0;\n"
		: hd_arena_format(&writer->model->arena, "\treturn %c && %c ? %s : (%c != 0) - (%c != 0);\n", a, b,
			  difference(writer, content, a, b), a, b);
}

static const char *equality(struct writer *writer, enum content content, char a, char b)
{
	return content == NO_CONTENT
		? "\treturn 1;\n"
		: hd_arena_format(&writer->model->arena, "\treturn %c && %c ? (%s) == 0 : %c == %c;\n", a, b,
			  difference(writer, content, a, b), a, b);
}

// size: a parameter that tells how many bytes there are; 0: none does.
static const char *hash(struct writer *writer, enum content content, char key, char size)
{
	struct hd_arena *arena = &writer->model->arena;
	const char *result = writer->signature->result->text;
	if (content == NO_CONTENT && !size) {
		return "\treturn 0;\n";
	}
	const char *known = size ? hd_arena_format(arena, " && %c > 0", size) : "";
	return hd_arena_format(arena, "\treturn (__typeof__(%s))(%c%s ? *(const unsigned char *)%c %% 7 : 0);\n",
		result, key, known, key);
}

// int (*)(const T *, const T *)
static void add_comparison(struct writer *writer)
{
	const struct hd_raw_signature *signature = writer->signature;
	if (!is_pointer(signature, 0) || !is_pointer(signature, 1) || signature->result->kind != HD_RAW_INT ||
		strcmp(signature->params[0]->text, signature->params[1]->text) != 0 ||
		content_of(signature->params[0]) == NO_CONTENT) {
		return;
	}
	add(writer, "_compare", "compares what its arguments point to",
		comparison(writer, content_of(signature->params[0]), 'a', 'b'), false);
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

// The pointer in front of the first number: a block and its size stand together. 0: there is none.
static char before_number(const struct hd_raw_signature *signature)
{
	for (size_t i = 1; i < signature->count && i < 26; i++) {
		if (signature->params[i]->kind == HD_RAW_INT) {
			return signature->params[i - 1]->kind == HD_RAW_POINTER ? (char)('a' + i - 1) : 0;
		}
	}
	return 0;
}

// Of two pointers one is the context: the last if it is the last where blocks are allocated (uses.c).
static char block_of(const struct hd_raw_signature *signature)
{
	char last = last_of(signature, HD_RAW_POINTER, 0), other = last_of(signature, HD_RAW_POINTER, last);
	char with_size = before_number(signature);
	return with_size ? with_size : other && signature->context_last ? other : last;
}

static const char *body_for(struct writer *writer, enum hd_api_use use)
{
	const struct hd_raw_signature *signature = writer->signature;
	struct hd_arena *arena = &writer->model->arena;
	char size = last_of(signature, HD_RAW_INT, 0), count = last_of(signature, HD_RAW_INT, size);
	char last = last_of(signature, HD_RAW_POINTER, 0), first = last_of(signature, HD_RAW_POINTER, last);
	enum content content = last ? content_of(signature->params[last - 'a']) : NO_CONTENT;
	switch (use) {
	case HD_USE_ALLOCATE:
		return count ? hd_arena_format(arena, "\treturn calloc(%c, %c);\n", count, size)
			     : hd_arena_format(arena, "\treturn malloc(%c);\n", size);
	case HD_USE_RESIZE:
		return hd_arena_format(arena, "\treturn realloc((void *)%c, %c);\n", block_of(signature), size);
	case HD_USE_RELEASE:
		return hd_arena_format(arena, "\tfree((void *)%c);\n", block_of(signature));
	case HD_USE_COMPARE:
		return comparison(writer, content, first, last);
	case HD_USE_EQUAL:
		return equality(writer, content, first, last);
	case HD_USE_HASH:
		return hash(writer, content, last, size);
	case HD_USE_MAKE_LOCK:
		return "\treturn malloc(1);\n";
	case HD_USE_END_LOCK:
		return hd_arena_format(arena, "\tfree((void *)%c);\n", last);
	case HD_USE_LOCK:
		return hd_arena_format(arena, "\tlock_callbacks();\n%s", zero(writer));
	case HD_USE_UNLOCK:
		return hd_arena_format(arena, "\tunlock_callbacks();\n%s", zero(writer));
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
		[HD_USE_MAKE_LOCK] = "_make_lock",
		[HD_USE_END_LOCK] = "_end_lock",
		[HD_USE_LOCK] = "_lock",
		[HD_USE_UNLOCK] = "_unlock",
	};
	static const char *const summaries[] = {
		[HD_USE_ALLOCATE] = "allocates",
		[HD_USE_RESIZE] = "reallocates",
		[HD_USE_RELEASE] = "frees",
		[HD_USE_COMPARE] = "compares what its arguments point to, if that has a size",
		[HD_USE_EQUAL] = "tells whether its arguments point to the same, if that has a size",
		[HD_USE_HASH] = "returns the first byte modulo 7, if there is one",
		[HD_USE_MAKE_LOCK] = "allocates",
		[HD_USE_END_LOCK] = "frees",
		[HD_USE_LOCK] = "locks the one lock of all callbacks, which a thread may lock again",
		[HD_USE_UNLOCK] = "unlocks it",
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
