// SPDX-License-Identifier: Apache-2.0
// libclang -> raw declarations. One translation unit that includes all headers
// is parsed once, without function bodies. Only this file and types.c know
// libclang (libclang.c loads it).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/includes.h"
#include "api/model.h"
#include "api/types.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/path.h"

#define MAIN_FILE "heddle-api.c"

static void add_prelude(struct hd_api_model *model, const struct hd_strv *prelude, struct hd_str *text)
{
	model->nprelude = prelude->count;
	model->prelude = hd_arena_alloc(&model->arena, prelude->count * sizeof(*model->prelude));
	for (size_t i = 0; i < prelude->count; i++) {
		model->prelude[i] = hd_arena_copy(&model->arena, prelude->items[i]);
		hd_str_addf(text, "#include %s\n", prelude->items[i]);
	}
}

static void add_headers(struct hd_types *types, const struct hd_strv *headers, struct hd_str *text)
{
	struct hd_api_model *model = types->model;
	model->nheaders = headers->count;
	model->headers = hd_arena_alloc(&model->arena, headers->count * sizeof(*model->headers));
	for (size_t i = 0; i < headers->count; i++) {
		char *path = hd_path_absolute(headers->items[i]);
		model->headers[i] = hd_arena_copy(&model->arena, path);
		hd_str_addf(text, "#include \"%s\"\n", path);
		free(path);
	}
}

// clang's messages about everything that keeps the headers from being parsed.
static enum hd_status judge(CXTranslationUnit unit, struct hd_error *error)
{
	struct hd_str said = {0};
	for (unsigned i = 0; i < hd_clang.getNumDiagnostics(unit); i++) {
		CXDiagnostic diagnostic = hd_clang.getDiagnostic(unit, i);
		if (hd_clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
			CXString text = hd_clang.formatDiagnostic(diagnostic,
				CXDiagnostic_DisplaySourceLocation | CXDiagnostic_DisplayColumn);
			hd_str_addf(&said, "\n%s", hd_clang.getCString(text));
			hd_clang.disposeString(text);
		}
		hd_clang.disposeDiagnostic(diagnostic);
	}
	enum hd_status status = HD_OK;
	if (said.length > 0) {
		status = hd_fail(error, HD_BAD_INPUT, "the header does not compile%s", hd_str_text(&said));
	}
	hd_str_finish(&said);
	return status;
}

// Is it declared in a header that was given? Sets *file to that header.
static bool is_api(struct hd_types *types, CXCursor cursor, const char **file, unsigned *line, unsigned *end)
{
	CXFile where;
	CXSourceRange range = hd_clang.getCursorExtent(cursor);
	hd_clang.getExpansionLocation(hd_clang.getCursorLocation(cursor), &where, line, NULL, NULL);
	hd_clang.getExpansionLocation(hd_clang.getRangeEnd(range), NULL, NULL, NULL, end);
	for (size_t i = 0; where && i < types->model->nheaders; i++) {
		if (types->files[i] && hd_clang.File_isEqual(where, types->files[i])) {
			*file = types->model->headers[i];
			return true;
		}
	}
	*file = MAIN_FILE;
	return where && types->model->code && hd_clang.File_isEqual(where, types->main);
}

// The comment in front of a declaration and the one behind it on its line.
static const char *comment_of(struct hd_types *types, CXCursor cursor, unsigned end)
{
	CXFile file;
	size_t size = 0;
	CXString before = hd_clang.Cursor_getRawCommentText(cursor);
	const char *text = hd_clang.getCString(before);
	hd_clang.getExpansionLocation(hd_clang.getCursorLocation(cursor), &file, NULL, NULL, NULL);
	const char *contents = hd_clang.getFileContents(types->unit, file, &size);
	size_t length = contents && end < size ? strcspn(contents + end, "\n") : 0;
	char *after = hd_copy_bytes(length ? contents + end : "", length);
	const char *mark = strstr(after, "//") ? strstr(after, "//") : strstr(after, "/*");
	const char *comment = hd_arena_format(&types->model->arena, "%s%s%s", text ? text : "",
		text && mark ? "\n" : "", mark ? mark : "");
	free(after);
	hd_clang.disposeString(before);
	return comment;
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

static void take_params(struct hd_types *types, CXCursor cursor, struct hd_raw_function *function)
{
	int count = hd_clang.Cursor_getNumArguments(cursor);
	function->nparams = count > 0 ? (size_t)count : 0;
	function->params = hd_arena_alloc(&types->model->arena, function->nparams * sizeof(*function->params));
	for (size_t i = 0; i < function->nparams; i++) {
		CXCursor param = hd_clang.Cursor_getArgument(cursor, (unsigned)i);
		function->params[i].name = hd_types_text(types, hd_clang.getCursorSpelling(param));
		function->params[i].type = hd_types_get(types, hd_clang.getCursorType(param));
		function->params[i].is_format = false;
	}
}

// Which parameter is a format? libclang does not tell, but it prints the attribute, also one
// that came out of a macro.
static void take_format(CXCursor cursor, struct hd_raw_function *function)
{
	unsigned number;
	CXString text = hd_clang.getCursorPrettyPrinted(cursor, NULL);
	const char *at = hd_clang.getCString(text);
	while (at && (at = strstr(at, "format(")) != NULL) {
		if (sscanf(at, "format(%*[^,()], %u", &number) == 1 && number >= 1 && number <= function->nparams) {
			function->params[number - 1].is_format = true;
		}
		at++;
	}
	hd_clang.disposeString(text);
}

// Is it declared in a header of the project that a given one includes? Sets *file to that.
static bool is_offered(struct hd_types *types, CXCursor cursor, const char **file)
{
	CXFile where;
	CXSourceLocation location = hd_clang.getCursorLocation(cursor);
	hd_clang.getExpansionLocation(location, &where, NULL, NULL, NULL);
	if (!where || hd_clang.Location_isInSystemHeader(location) || hd_clang.File_isEqual(where, types->main)) {
		return false;
	}
	*file = hd_types_text(types, hd_clang.getFileName(where));
	return true;
}

static void take_function(struct hd_types *types, CXCursor cursor)
{
	struct hd_api_model *model = types->model;
	const char *file;
	unsigned line, end;
	bool ours = is_api(types, cursor, &file, &line, &end);
	if (ours == types->takes_offered || (!ours && !is_offered(types, cursor, &file))) {
		return;
	}
	bool is_code = strcmp(file, MAIN_FILE) == 0;
	bool is_static = hd_clang.Cursor_getStorageClass(cursor) == CX_SC_Static;
	const char *name = hd_types_text(types, hd_clang.getCursorSpelling(cursor));
	if (is_code && strcmp(name, "heddle_setup") == 0) {
		return; // no function of the API
	}
	struct hd_raw_function *known = find_function(model, name);
	const char *comment = comment_of(types, cursor, end);
	if (known && !ours) {
		return;
	}
	if (known) {
		known->comment = hd_arena_format(&model->arena, "%s\n%s", known->comment, comment);
		return;
	}
	model->functions = hd_arena_grow(&model->arena, model->functions, model->nfunctions, sizeof(*model->functions));
	struct hd_raw_function *function = &model->functions[model->nfunctions++];
	CXType type = hd_clang.getCursorType(cursor);
	*function = (struct hd_raw_function){
		.name = name,
		.comment = comment,
		.file = file,
		.line = line,
		// C's plain inline has no symbol either, unless some source asks for one.
		.is_inline = is_static || hd_clang.Cursor_isFunctionInlined(cursor),
		.variadic = hd_clang.isFunctionTypeVariadic(type),
		.result = hd_types_get(types, hd_clang.getResultType(type)),
		.is_code = is_code,
		.hint = {.role = is_code ? HD_API_CONSTRUCTOR : -1},
	};
	model->noffered += !ours;
	take_params(types, cursor, function);
	take_format(cursor, function);
}

// A typedef gives a struct a name, or a pointer to it.
static void take_typedef(struct hd_types *types, CXCursor cursor)
{
	const char *file, *name = hd_types_text(types, hd_clang.getCursorSpelling(cursor));
	unsigned line, end;
	if (!is_api(types, cursor, &file, &line, &end) &&
		hd_clang.Location_isInSystemHeader(hd_clang.getCursorLocation(cursor))) {
		return;
	}
	const struct hd_raw_type *type = hd_types_get(types, hd_clang.getTypedefDeclUnderlyingType(cursor));
	bool pointer = type->kind == HD_RAW_POINTER && type->to->kind == HD_RAW_RECORD;
	struct hd_raw_record *record = pointer ? type->to->record : type->record;
	if (!record || record->is_system) {
		return;
	}
	const char **slot = pointer ? &record->handle : &record->alias;
	*slot = *slot ? *slot : name;
	if (!*record->comment) {
		record->comment = comment_of(types, cursor, end);
	}
}

static void take_record(struct hd_types *types, CXCursor cursor)
{
	const char *file;
	unsigned line, end;
	if (!is_api(types, cursor, &file, &line, &end)) {
		return;
	}
	const struct hd_raw_type *type = hd_types_get(types, hd_clang.getCursorType(cursor));
	if (type->record && !*type->record->comment) {
		type->record->comment = comment_of(types, cursor, end);
	}
}

// Would test.c define this name itself (gen/print.c)? A word of its own, or one with a number.
static bool is_of_test(const char *name)
{
	static const char *const words[] = {"object", "token", "file", "block", "key", "text"};
	static const char *const numbered[] = {"other", "given", "got", "thread_"};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strcmp(name, words[i]) == 0) {
			return true;
		}
	}
	for (size_t i = 0; i < sizeof(numbered) / sizeof(*numbered); i++) {
		size_t length = strlen(numbered[i]);
		if (strncmp(name, numbered[i], length) == 0 && name[length] >= '0' && name[length] <= '9') {
			return true;
		}
	}
	return false;
}

static void note_name(struct hd_types *types, CXCursor cursor)
{
	CXString name = hd_clang.getCursorSpelling(cursor);
	types->model->names_taken |= is_of_test(hd_clang.getCString(name));
	hd_clang.disposeString(name);
}

static enum CXChildVisitResult visit_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	note_name(data, cursor);
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct hd_types *types = data;
	(void)parent;
	switch (hd_clang.getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		note_name(types, cursor);
		take_function(types, cursor);
		break;
	case CXCursor_TypedefDecl:
		note_name(types, cursor);
		take_typedef(types, cursor);
		break;
	case CXCursor_VarDecl:
		note_name(types, cursor);
		break;
	case CXCursor_EnumDecl:
		hd_clang.visitChildren(cursor, visit_enumerator, types);
		break;
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
		take_record(types, cursor);
		break;
	default:
		break;
	}
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_offered(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (hd_clang.getCursorKind(cursor) == CXCursor_FunctionDecl) {
		take_function(data, cursor);
	}
	return CXChildVisit_Continue;
}

static void read_unit(struct hd_types *types)
{
	struct hd_api_model *model = types->model;
	types->main = hd_clang.getFile(types->unit, MAIN_FILE);
	types->files = hd_arena_alloc(&model->arena, model->nheaders * sizeof(*types->files));
	for (size_t i = 0; i < model->nheaders; i++) {
		types->files[i] = hd_clang.getFile(types->unit, model->headers[i]);
	}
	hd_clang.visitChildren(hd_clang.getTranslationUnitCursor(types->unit), visit, types);
	types->takes_offered = true;
	hd_clang.visitChildren(hd_clang.getTranslationUnitCursor(types->unit), visit_offered, types);
	for (size_t i = 0; i < model->nfunctions; i++) {
		hd_words_split(&model->functions[i].words, model->functions[i].name);
	}
}

static enum CXErrorCode parse(CXIndex index, const struct hd_strv *flags, const struct hd_str *text,
	CXTranslationUnit *unit)
{
	struct CXUnsavedFile file = {
		.Filename = MAIN_FILE,
		.Contents = hd_str_text(text),
		.Length = text->length,
	};
	return hd_clang.parseTranslationUnit2(index, MAIN_FILE, (const char *const *)flags->items, (int)flags->count,
		&file, 1, CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_KeepGoing, unit);
}

static enum hd_status parse_after(struct hd_api_model *model, const struct hd_api_request *request,
	const struct hd_strv *prelude, struct hd_error *error)
{
	enum hd_status status;
	struct hd_types types = {.model = model};
	struct hd_str text = {0};
	struct hd_strv flags = {0};
	CXIndex index = hd_clang.createIndex(0, 0);
	hd_strv_add_all(&flags, request->cflags);
	hd_strv_add(&flags, "-fparse-all-comments"); // plain comments are documentation too
	hd_strv_add(&flags, "-w");
	add_prelude(model, prelude, &text);
	add_headers(&types, request->headers, &text);
	hd_str_add(&text, model->code ? model->code : "");
	enum CXErrorCode code = parse(index, &flags, &text, &types.unit);
	if (code != CXError_Success) {
		status = hd_fail(error, HD_INTERNAL, "libclang cannot parse the headers (code %d)", (int)code);
	} else {
		status = judge(types.unit, error);
		if (status == HD_OK) {
			read_unit(&types);
		}
		hd_clang.disposeTranslationUnit(types.unit);
	}
	hd_clang.disposeIndex(index);
	hd_strv_finish(&flags);
	hd_str_finish(&text);
	return status;
}

// A header that does not compile on its own, after these; HD_OK: now it does.
static enum hd_status try_after(struct hd_api_model *model, const struct hd_api_request *request,
	const struct hd_strv *prelude, const char *why)
{
	struct hd_error ignored = {0};
	enum hd_status status = parse_after(model, request, prelude, &ignored);
	hd_error_finish(&ignored);
	if (status == HD_OK) {
		struct hd_str list = {0};
		for (size_t i = 0; i < prelude->count; i++) {
			hd_str_addf(&list, " %s", prelude->items[i]);
		}
		hd_info("the header does not compile on its own; it is read after %s:%s", why, hd_str_text(&list));
		hd_str_finish(&list);
	}
	return status;
}

static enum hd_status try_as_used(struct hd_api_model *model, const struct hd_api_request *request, const char *user)
{
	enum hd_status status = HD_BAD_INPUT;
	for (size_t i = 0; i < request->headers->count && status != HD_OK; i++) {
		struct hd_strv before = {0};
		if (hd_includes_before(user, request->headers->items[i], &before) && before.count > 0) {
			char *why = hd_format("what %s includes before it", hd_path_display(user));
			status = try_after(model, request, &before, why);
			free(why);
		}
		hd_strv_finish(&before);
	}
	return status;
}

static enum hd_status try_preludes(struct hd_api_model *model, const struct hd_api_request *request)
{
	static const char *const usual[] = {"<stdarg.h>", "<stdbool.h>", "<stddef.h>", "<stdint.h>", "<stdio.h>",
		"<stdlib.h>", "<string.h>", "<sys/types.h>", "<time.h>", "<pthread.h>", "<semaphore.h>", NULL};
	struct hd_strv list = {0};
	enum hd_status status = HD_BAD_INPUT;
	for (size_t i = 0; request->users && i < request->users->count && status != HD_OK; i++) {
		status = try_as_used(model, request, request->users->items[i]);
	}
	hd_strv_add_array(&list, usual);
	if (status != HD_OK) {
		status = try_after(model, request, &list, "the usual headers");
	}
	hd_strv_finish(&list);
	return status;
}

enum hd_status hd_api_parse(struct hd_api_model *model, const struct hd_api_request *request, struct hd_error *error)
{
	const struct hd_strv none = {0};
	struct hd_error alone = {0};
	enum hd_status status = hd_libclang_load(error);
	if (status != HD_OK) {
		return status;
	}
	status = parse_after(model, request, &none, &alone);
	if (status == HD_BAD_INPUT && try_preludes(model, request) == HD_OK) {
		status = HD_OK;
	} else if (status != HD_OK) {
		hd_fail(error, status, "%s", hd_str_text(&alone.text));
	}
	hd_error_finish(&alone);
	return status;
}
