// SPDX-License-Identifier: Apache-2.0
// Names for memory locations: `struct queue.head`, `counter`, `struct map.slots[]`.
//
// The shape comes from the instruction (globals, getelementptr on named struct
// types, loads of named pointers), field names from debug info (types.cpp).
#include "pass/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 256
#define MAX_DEPTH 6

struct hd_names {
	struct hd_types *types;
	char buffer[2][MAX_NAME];
	unsigned turn;
	enum hd_scope_kind scope; // of the name made last
};

struct hd_names *hd_names_create(LLVMModuleRef module)
{
	struct hd_names *n = calloc(1, sizeof(*n));

	n->types = hd_types_create(module);
	return n;
}

void hd_names_destroy(struct hd_names *n)
{
	hd_types_destroy(n->types);
	free(n);
}

// "struct.queue.12" -> "queue": LLVM adds a number to the second type of a name.
static void plain_type_name(const char *ir, char *out, size_t size)
{
	const char *dot = strchr(ir, '.');
	snprintf(out, size, "%s", dot ? dot + 1 : ir);
	char *last = strrchr(out, '.');
	if (last && last[1] >= '0' && last[1] <= '9') {
		*last = '\0';
	}
}

static void append_field(struct hd_pass *p, char *out, size_t size, LLVMTypeRef type, unsigned index)
{
	char name[MAX_NAME] = "";
	const char *ir = LLVMGetStructName(type);
	size_t used = strlen(out);

	if (ir) {
		plain_type_name(ir, name, sizeof(name));
	}
	if (used == 0 && ir) {
		bool is_union = strncmp(ir, "union.", 6) == 0;
		bool is_class = strncmp(ir, "class.", 6) == 0;
		snprintf(out, size, "%s %s", is_union ? "union" : is_class ? "class" : "struct", name);
		p->names->scope = HD_SCOPE_FIELD;
		used = strlen(out);
	}
	uint64_t offset = 8 * LLVMOffsetOfElement(p->layout, type, index);
	size_t length;
	const char *field = hd_types_field(p->names->types, name, offset, &length);
	if (field) {
		snprintf(out + used, size - used, ".%.*s", (int)length, field);
	} else {
		snprintf(out + used, size - used, ".%u", index);
	}
}

static bool is_struct(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type);
}

// A struct without a name has no other variable that it could be confused with.
static bool is_only_one(LLVMValueRef base, LLVMTypeRef type)
{
	const char *dot = is_struct(type) ? strchr(LLVMGetStructName(type), '.') : NULL;
	return dot && LLVMIsAGlobalVariable(base) && (strcmp(dot, ".anon") == 0 || strncmp(dot, ".anon.", 6) == 0);
}

static bool describe(struct hd_pass *p, LLVMValueRef v, char *out, size_t size, int depth);

// Walks the indices: a struct step appends a field, any other step "[]".
static bool describe_gep(struct hd_pass *p, LLVMValueRef gep, char *out, size_t size, int depth)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	int n = LLVMGetNumOperands(gep);
	LLVMValueRef first = LLVMGetOperand(gep, 1);
	LLVMValueRef base = LLVMGetOperand(gep, 0);
	bool named_struct = is_struct(type) && !is_only_one(base, type);
	bool moves = !(LLVMIsAConstantInt(first) && LLVMConstIntGetZExtValue(first) == 0);

	out[0] = '\0';
	// A field belongs to its type, whatever object it is in.
	if (!named_struct || n == 2) {
		if (!describe(p, base, out, size, depth + 1)) {
			return false;
		}
		// An element behind a pointer: `*items` becomes `items[]`.
		if (moves && out[0] == '*') {
			memmove(out, out + 1, strlen(out));
		}
	}
	if (moves && strlen(out) + 3 < size && out[0]) {
		strcat(out, "[]");
	}
	for (int i = 2; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			append_field(p, out, size, type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
		} else {
			type = LLVMGetElementType(type);
			if (strlen(out) + 3 < size) {
				strcat(out, "[]");
			}
		}
	}
	return out[0] != '\0';
}

static bool describe(struct hd_pass *p, LLVMValueRef v, char *out, size_t size, int depth)
{
	size_t length;

	if (depth > MAX_DEPTH) {
		return false;
	}
	if (LLVMIsAGlobalVariable(v)) {
		LLVMTypeRef type = LLVMGlobalGetValueType(v);
		bool first = depth == 0 && is_struct(type), only = is_only_one(v, type);
		out[0] = '\0';
		if (!first || only) {
			snprintf(out, size, "%s", LLVMGetValueName2(v, &length));
			p->names->scope = HD_SCOPE_GLOBAL;
		}
		if (first) {
			append_field(p, out, size, type, 0); // its first field: no arithmetic
		}
		return true;
	}
	if (LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)) {
		return describe_gep(p, v, out, size, depth);
	}
	if (LLVMIsALoadInst(v)) {
		char inner[MAX_NAME];
		if (!describe(p, LLVMGetOperand(v, 0), inner, sizeof(inner), depth + 1)) {
			return false;
		}
		snprintf(out, size, "*%s", inner);
		return true;
	}
	if (LLVMIsAAllocaInst(v) || LLVMIsAArgument(v)) {
		const char *name = LLVMGetValueName2(v, &length);
		if (length == 0) {
			return false;
		}
		bool argument = LLVMIsAArgument(v) != NULL;
		p->names->scope = HD_SCOPE_LOCAL;
		char *dot = strchr(name, '.');
		snprintf(out, size, "%s%.*s", argument ? "*" : "", (int)(dot ? (size_t)(dot - name) : length), name);
		return true;
	}
	if (LLVMIsACallInst(v)) { // the address of a thread-local variable
		bool known = LLVMGetNumOperands(v) == 2 && describe(p, LLVMGetOperand(v, 0), out, size, depth + 1);
		p->names->scope = HD_SCOPE_LOCAL;
		return known;
	}
	return false;
}

static const char *name_of(struct hd_pass *p, LLVMValueRef pointer, int depth)
{
	struct hd_names *n = p->names;
	char *out = n->buffer[n->turn++ & 1];

	return describe(p, pointer, out, MAX_NAME, depth) ? out : NULL;
}

const char *hd_names_of(struct hd_pass *p, LLVMValueRef pointer)
{
	return name_of(p, pointer, 0);
}

enum hd_scope_kind hd_names_scope(const struct hd_pass *p)
{
	return p->names->scope;
}

const char *hd_names_of_object(struct hd_pass *p, LLVMValueRef pointer)
{
	return name_of(p, pointer, 1);
}
