// SPDX-License-Identifier: Apache-2.0
// The C interface of clang, loaded only when a header is parsed: linking the
// library would slow down every other command.
#ifndef HD_API_LIBCLANG_H
#define HD_API_LIBCLANG_H

#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>

#include "base/error.h"

// Functions of the library that are used: clang_NAME as hd_clang.NAME.
#define HD_LIBCLANG_FUNCTIONS(X) \
	X(Cursor_getArgument) X(Cursor_getNumArguments) X(Cursor_getOffsetOfField) \
	X(Cursor_getRawCommentText) X(Cursor_getStorageClass) X(Cursor_isAnonymous) \
	X(Cursor_isBitField) X(Cursor_isFunctionInlined) X(File_isEqual) \
	X(Location_isInSystemHeader) X(Type_getNamedType) X(Type_getSizeOf) X(Type_visitFields) \
	X(createIndex) X(disposeDiagnostic) X(disposeIndex) X(disposeString) \
	X(disposeTranslationUnit) X(equalTypes) X(formatDiagnostic) X(getArgType) \
	X(getArrayElementType) X(getArraySize) X(getCString) X(getCanonicalType) \
	X(getCursorExtent) X(getCursorKind) X(getCursorLocation) X(getCursorPrettyPrinted) \
	X(getCursorSpelling) X(getCursorType) X(getCursorUSR) X(getDiagnostic) X(getDiagnosticSeverity) \
	X(getEnumConstantDeclValue) X(getExpansionLocation) X(getFile) X(getFileContents) X(getFileName) \
	X(getNumArgTypes) X(getNumDiagnostics) X(getPointeeType) X(getRangeEnd) \
	X(getResultType) X(getTranslationUnitCursor) X(getTypeDeclaration) X(getTypeSpelling) \
	X(getTypedefDeclUnderlyingType) X(getUnqualifiedType) X(isConstQualifiedType) \
	X(isFunctionTypeVariadic) X(parseTranslationUnit2) X(visitChildren) \
	X(CompilationDatabase_fromDirectory) X(CompilationDatabase_dispose) \
	X(CompilationDatabase_getAllCompileCommands) X(CompileCommands_dispose) \
	X(CompileCommands_getSize) X(CompileCommands_getCommand) X(CompileCommand_getDirectory) \
	X(CompileCommand_getFilename) X(CompileCommand_getNumArgs) X(CompileCommand_getArg) \
	X(Cursor_getMangling) X(Cursor_isNull) X(Location_isFromMainFile) X(getCursorDefinition) \
	X(getCursorLinkage) X(getCursorReferenced) X(hashCursor) X(isCursorDefinition) X(getClangVersion)

struct hd_libclang {
#define X(name) __typeof__(clang_##name) *name;
	HD_LIBCLANG_FUNCTIONS(X)
#undef X
};

extern struct hd_libclang hd_clang;

// Fills in hd_clang, once.
enum hd_status hd_libclang_load(struct hd_error *error);

#endif
