// SPDX-License-Identifier: Apache-2.0
// Names for memory locations: `struct queue.head`, `counter`, `struct map.slots[]`.
//
// The shape comes from the instruction (globals, getelementptr on named struct
// types, loads of named pointers), field names from debug info: every struct
// type reachable from the module's subprograms and globals is collected once.
#include "pass/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 256
#define MAX_DEPTH 6

struct field {
	uint64_t offset; // bits
	uint64_t size;   // bits
	const char *name;
	size_t length;
};

struct composite {
	const char *name;
	size_t length;
	struct field *fields;
	size_t nfields;
};

struct hd_names {
	struct composite *all;
	size_t n;
	LLVMMetadataRef *seen; // open addressing, size is a power of two
	size_t seen_room, nseen;
	LLVMMetadataRef *queue;
	size_t queued, queue_room;
	LLVMContextRef ctx;
	char buffer[2][MAX_NAME];
	unsigned turn;
	enum hd_scope_kind scope; // of the name made last
};

static void enqueue(struct hd_names *n, LLVMMetadataRef md);

static void grow_seen(struct hd_names *n)
{
	LLVMMetadataRef *old = n->seen;
	size_t room = n->seen_room;

	n->seen_room = room ? 2 * room : 1024;
	n->seen = calloc(n->seen_room, sizeof(*n->seen));
	n->nseen = 0;
	for (size_t i = 0; i < room; i++) {
		if (old[i]) {
			size_t h = ((uintptr_t)old[i] >> 4) & (n->seen_room - 1);
			while (n->seen[h]) {
				h = (h + 1) & (n->seen_room - 1);
			}
			n->seen[h] = old[i];
			n->nseen++;
		}
	}
	free(old);
}

// True the first time `md` comes by.
static bool first_visit(struct hd_names *n, LLVMMetadataRef md)
{
	if (2 * n->nseen >= n->seen_room) {
		grow_seen(n);
	}
	size_t h = ((uintptr_t)md >> 4) & (n->seen_room - 1);
	while (n->seen[h]) {
		if (n->seen[h] == md) {
			return false;
		}
		h = (h + 1) & (n->seen_room - 1);
	}
	n->seen[h] = md;
	n->nseen++;
	return true;
}

static void enqueue(struct hd_names *n, LLVMMetadataRef md)
{
	if (!md || !first_visit(n, md)) {
		return;
	}
	if (n->queued == n->queue_room) {
		n->queue_room = n->queue_room ? 2 * n->queue_room : 256;
		n->queue = realloc(n->queue, n->queue_room * sizeof(*n->queue));
	}
	n->queue[n->queued++] = md;
}

// Metadata operands, through the generic node interface: LLVM-C has no typed
// access to the parts of a debug type.
static LLVMValueRef *operands(struct hd_names *n, LLVMMetadataRef md, unsigned *count)
{
	LLVMValueRef node = LLVMMetadataAsValue(n->ctx, md);
	LLVMValueRef *list;

	*count = LLVMGetMDNodeNumOperands(node);
	list = malloc((*count + 1) * sizeof(*list));
	LLVMGetMDNodeOperands(node, list);
	return list;
}

static bool is_node(LLVMMetadataRef md)
{
	LLVMMetadataKind kind = LLVMGetMetadataKind(md);
	return kind >= LLVMMDTupleMetadataKind && kind != LLVMDIExpressionMetadataKind;
}

static void add_fields(struct hd_names *n, struct composite *c, LLVMMetadataRef elements)
{
	unsigned count;
	LLVMValueRef *list = operands(n, elements, &count);

	c->fields = calloc(count + 1, sizeof(*c->fields));
	for (unsigned i = 0; i < count; i++) {
		LLVMMetadataRef m = list[i] ? LLVMValueAsMetadata(list[i]) : NULL;
		if (m && LLVMGetMetadataKind(m) == LLVMDIDerivedTypeMetadataKind) {
			struct field *f = &c->fields[c->nfields++];
			f->offset = LLVMDITypeGetOffsetInBits(m);
			f->size = LLVMDITypeGetSizeInBits(m);
			f->name = LLVMDITypeGetName(m, &f->length);
		}
	}
	free(list);
}

// Operand 4 of a composite type is its element list; 2 its name.
static void add_composite(struct hd_names *n, LLVMMetadataRef md, const char *name, size_t length)
{
	unsigned count;
	LLVMValueRef *list;

	if (length == 0) {
		return;
	}
	list = operands(n, md, &count);
	LLVMMetadataRef elements = count > 4 && list[4] ? LLVMValueAsMetadata(list[4]) : NULL;
	if (elements && LLVMGetMetadataKind(elements) == LLVMMDTupleMetadataKind) {
		n->all = realloc(n->all, (n->n + 1) * sizeof(*n->all));
		n->all[n->n] = (struct composite){.name = name, .length = length};
		add_fields(n, &n->all[n->n++], elements);
	}
	free(list);
}

static void visit(struct hd_names *n, LLVMMetadataRef md)
{
	LLVMMetadataKind kind = LLVMGetMetadataKind(md);
	unsigned count;
	LLVMValueRef *list = operands(n, md, &count);

	if (kind == LLVMDICompositeTypeMetadataKind) {
		size_t length = 0;
		const char *name = LLVMDITypeGetName(md, &length);
		add_composite(n, md, name, length);
	}
	for (unsigned i = 0; i < count; i++) {
		LLVMMetadataRef m = list[i] ? LLVMValueAsMetadata(list[i]) : NULL;
		if (!m || !is_node(m)) {
			continue;
		}
		// `typedef struct { ... } name;` gives the unnamed struct its name.
		if (kind == LLVMDIDerivedTypeMetadataKind &&
		    LLVMGetMetadataKind(m) == LLVMDICompositeTypeMetadataKind) {
			size_t outer = 0, inner = 0;
			const char *name = LLVMDITypeGetName(md, &outer);
			LLVMDITypeGetName(m, &inner);
			if (inner == 0) {
				add_composite(n, m, name, outer);
			}
		}
		enqueue(n, m);
	}
	free(list);
}

struct hd_names *hd_names_create(LLVMModuleRef module)
{
	struct hd_names *n = calloc(1, sizeof(*n));

	n->ctx = LLVMGetModuleContext(module);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		enqueue(n, LLVMGetSubprogram(f));
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
		size_t count;
		LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &count);
		for (size_t i = 0; i < count; i++) {
			LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i);
			if (is_node(md)) {
				enqueue(n, md);
			}
		}
		LLVMDisposeValueMetadataEntries(all);
	}
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
				enqueue(n, LLVMInstructionGetDebugLoc(i));
			}
		}
	}
	for (size_t i = 0; i < n->queued; i++) {
		visit(n, n->queue[i]);
	}
	return n;
}

void hd_names_destroy(struct hd_names *n)
{
	for (size_t i = 0; i < n->n; i++) {
		free(n->all[i].fields);
	}
	free(n->all);
	free(n->seen);
	free(n->queue);
	free(n);
}

static const struct composite *find_composite(struct hd_names *n, const char *name, size_t length)
{
	for (size_t i = 0; i < n->n; i++) {
		if (n->all[i].length == length && memcmp(n->all[i].name, name, length) == 0) {
			return &n->all[i];
		}
	}
	return NULL;
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
	const struct composite *c = find_composite(p->names, name, strlen(name));
	for (size_t i = 0; c && i < c->nfields; i++) {
		if (c->fields[i].offset == offset && c->fields[i].length > 0) {
			snprintf(out + used, size - used, ".%.*s", (int)c->fields[i].length, c->fields[i].name);
			return;
		}
	}
	snprintf(out + used, size - used, ".%u", index);
}

static bool describe(struct hd_pass *p, LLVMValueRef v, char *out, size_t size, int depth);

// Walks the indices: a struct step appends a field, any other step "[]".
static bool describe_gep(struct hd_pass *p, LLVMValueRef gep, char *out, size_t size, int depth)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	int n = LLVMGetNumOperands(gep);
	LLVMValueRef first = LLVMGetOperand(gep, 1);
	LLVMValueRef base = LLVMGetOperand(gep, 0);
	bool named_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type);
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
		out[0] = '\0';
		if (depth == 0 && LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type)) {
			append_field(p, out, size, type, 0); // its first field: no arithmetic
		} else {
			snprintf(out, size, "%s", LLVMGetValueName2(v, &length));
			p->names->scope = HD_SCOPE_GLOBAL;
		}
		return true;
	}
	if (LLVMIsAGetElementPtrInst(v) ||
	    (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)) {
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
		snprintf(out, size, "%s%.*s", argument ? "*" : "",
		         (int)(dot ? (size_t)(dot - name) : length), name);
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
