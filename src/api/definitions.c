// SPDX-License-Identifier: Apache-2.0
// Functions that stand in headers (static or inline) count only where they are used: many
// headers have some that nobody calls.
#include "api/definitions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "api/libclang.h"
#include "base/check.h"

struct reading {
	struct hd_definitions *found;
	unsigned *seen; // hashes of the header functions that were looked into
	size_t seen_count;
};

static void add_symbol(struct hd_strv *symbols, CXCursor cursor)
{
	CXString string = hd_clang.Cursor_getMangling(cursor);
	const char *name = hd_clang.getCString(string);
	if (name && *name && !hd_strv_contains(symbols, name)) {
		hd_strv_add(symbols, name);
	}
	hd_clang.disposeString(string);
}

static bool is_of_system(CXCursor cursor)
{
	CXFile file;
	CXSourceLocation location = hd_clang.getCursorLocation(cursor);
	hd_clang.getExpansionLocation(location, &file, NULL, NULL, NULL);
	return !file || hd_clang.Location_isInSystemHeader(location);
}

static bool is_function(CXCursor cursor)
{
	enum CXCursorKind kind = hd_clang.getCursorKind(cursor);
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
		kind == CXCursor_Destructor;
}

// Has it no symbol that another file could refer to?
static bool is_private(CXCursor cursor)
{
	return hd_clang.getCursorLinkage(cursor) != CXLinkage_External ||
		(is_function(cursor) && hd_clang.Cursor_isFunctionInlined(cursor));
}

static bool is_new(struct reading *reading, CXCursor cursor)
{
	unsigned hash = hd_clang.hashCursor(cursor);
	for (size_t i = 0; i < reading->seen_count; i++) {
		if (reading->seen[i] == hash) {
			return false;
		}
	}
	reading->seen = realloc(reading->seen, (reading->seen_count + 1) * sizeof(*reading->seen));
	hd_check(reading->seen != NULL);
	reading->seen[reading->seen_count++] = hash;
	return true;
}

static enum CXChildVisitResult visit_body(CXCursor cursor, CXCursor parent, CXClientData data);

static void take_reference(struct reading *reading, CXCursor to)
{
	enum CXCursorKind kind = hd_clang.getCursorKind(to);
	if ((!is_function(to) && kind != CXCursor_VarDecl) || is_of_system(to)) {
		return;
	}
	if (!is_private(to)) {
		add_symbol(&reading->found->needs, to);
		return;
	}
	CXCursor definition = hd_clang.getCursorDefinition(to);
	if (!hd_clang.Cursor_isNull(definition) && is_new(reading, definition)) {
		hd_clang.visitChildren(definition, visit_body, reading);
	}
}

static enum CXChildVisitResult visit_body(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	enum CXCursorKind kind = hd_clang.getCursorKind(cursor);
	if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr || kind == CXCursor_CallExpr) {
		CXCursor to = hd_clang.getCursorReferenced(cursor);
		if (!hd_clang.Cursor_isNull(to)) {
			take_reference(data, to);
		}
	}
	return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct reading *reading = data;
	(void)parent;
	enum CXCursorKind kind = hd_clang.getCursorKind(cursor);
	if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl || kind == CXCursor_Namespace) {
		return is_of_system(cursor) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	}
	if ((!is_function(cursor) && kind != CXCursor_VarDecl) || is_of_system(cursor)) {
		return CXChildVisit_Continue;
	}
	// A tentative definition ("int x;") is one, too, unless it is extern.
	bool tentative = kind == CXCursor_VarDecl && hd_clang.Cursor_getStorageClass(cursor) == CX_SC_None;
	if (!hd_clang.isCursorDefinition(cursor) && !tentative) {
		return CXChildVisit_Continue;
	}
	if (!is_private(cursor)) {
		add_symbol(&reading->found->defines, cursor);
	} else if (!hd_clang.Location_isFromMainFile(hd_clang.getCursorLocation(cursor))) {
		return CXChildVisit_Continue;
	}
	hd_clang.visitChildren(cursor, visit_body, reading);
	return CXChildVisit_Continue;
}

// clang's first error; HD_OK: there is none.
static enum hd_status judge(CXTranslationUnit unit, const char *file, struct hd_error *error)
{
	enum hd_status status = HD_OK;
	for (unsigned i = 0; i < hd_clang.getNumDiagnostics(unit) && status == HD_OK; i++) {
		CXDiagnostic diagnostic = hd_clang.getDiagnostic(unit, i);
		if (hd_clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Fatal) {
			CXString text = hd_clang.formatDiagnostic(diagnostic,
				CXDiagnostic_DisplaySourceLocation | CXDiagnostic_DisplayColumn);
			status = hd_fail(error, HD_BAD_INPUT, "'%s' cannot be read: %s", file,
				hd_clang.getCString(text));
			hd_clang.disposeString(text);
		}
		hd_clang.disposeDiagnostic(diagnostic);
	}
	return status;
}

enum hd_status hd_definitions_read(struct hd_definitions *found, const char *file, const struct hd_strv *flags,
	struct hd_error *error)
{
	*found = (struct hd_definitions){0};
	enum hd_status status = hd_libclang_load(error);
	if (status != HD_OK) {
		return status;
	}
	struct reading reading = {.found = found};
	struct hd_strv all = {0};
	CXTranslationUnit unit;
	CXIndex index = hd_clang.createIndex(0, 0);
	hd_strv_add_all(&all, flags);
	hd_strv_add(&all, "-w");
	enum CXErrorCode code = hd_clang.parseTranslationUnit2(index, file, (const char *const *)all.items,
		(int)all.count, NULL, 0, CXTranslationUnit_None, &unit);
	if (code != CXError_Success) {
		status = hd_fail(error, HD_BAD_INPUT, "'%s' cannot be read (libclang's code %d)", file, (int)code);
	} else {
		status = judge(unit, file, error);
		hd_clang.visitChildren(hd_clang.getTranslationUnitCursor(unit), visit_top, &reading);
		hd_clang.disposeTranslationUnit(unit);
	}
	hd_clang.disposeIndex(index);
	hd_strv_finish(&all);
	free(reading.seen);
	return status;
}

void hd_definitions_finish(struct hd_definitions *found)
{
	hd_strv_finish(&found->defines);
	hd_strv_finish(&found->needs);
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

bool hd_definitions_mention(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
		if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[length])) {
			return true;
		}
	}
	return false;
}
