// SPDX-License-Identifier: Apache-2.0
// The static model: one constant record per function, site, variable, call and
// control-flow edge, each in the ELF section of its kind. Layouts are
// those of abi/model.h; a unit test compares the sizes.
#include "pass/pass.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static LLVMValueRef i32(struct hd_pass *p, unsigned v)
{
	return LLVMConstInt(p->t_i32, v, 0);
}

static LLVMValueRef null(struct hd_pass *p)
{
	return LLVMConstNull(p->t_ptr);
}

// A private string constant; equal strings are merged by the linker.
static LLVMValueRef string(struct hd_pass *p, const char *text)
{
	if (!text) {
		return null(p);
	}
	LLVMValueRef init = LLVMConstStringInContext(p->ctx, text, (unsigned)strlen(text), 0);
	LLVMValueRef g = LLVMAddGlobal(p->module, LLVMTypeOf(init), "__heddle_str");
	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, 1);
	LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	return g;
}

static LLVMValueRef record(struct hd_pass *p, const char *section, LLVMValueRef *fields, unsigned n)
{
	LLVMValueRef init = LLVMConstStructInContext(p->ctx, fields, n, 0);
	LLVMValueRef g = LLVMAddGlobal(p->module, LLVMTypeOf(init), section);
	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, 1);
	LLVMSetSection(g, section);
	LLVMSetAlignment(g, 8);
	return g;
}

// Records that nothing refers to by address must still reach the object file.
static void keep(struct hd_pass *p, LLVMValueRef g)
{
	if (p->nkept == p->kept_room) {
		p->kept_room = p->kept_room ? 2 * p->kept_room : 64;
		p->kept = realloc(p->kept, p->kept_room * sizeof(*p->kept));
	}
	p->kept[p->nkept++] = g;
}

void hd_model_finish(struct hd_pass *p)
{
	LLVMValueRef old = LLVMGetNamedGlobal(p->module, "llvm.compiler.used");

	if (old) {
		LLVMValueRef init = LLVMGetInitializer(old);
		int n = LLVMGetNumOperands(init);
		for (int i = 0; i < n; i++) {
			keep(p, LLVMGetOperand(init, (unsigned)i));
		}
		LLVMDeleteGlobal(old);
	}
	if (p->nkept > 0) {
		LLVMValueRef init = LLVMConstArray2(p->t_ptr, p->kept, p->nkept);
		LLVMValueRef used = LLVMAddGlobal(p->module, LLVMTypeOf(init), "llvm.compiler.used");
		LLVMSetInitializer(used, init);
		LLVMSetLinkage(used, LLVMAppendingLinkage);
		LLVMSetSection(used, "llvm.metadata");
	}
	for (size_t i = 0; i < p->nvars; i++) {
		free(p->var_names[i]);
	}
	free(p->var_names);
	free(p->var_scopes);
	free(p->vars);
	free(p->kept);
}

// The path as it was given to the compiler. An absolute one that shares a beginning
// with the working directory comes in two parts.
static const char *file_of(LLVMMetadataRef scope, char *buffer, size_t size)
{
	unsigned length = 0, directory_length = 0;
	LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
	const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
	const char *directory = file ? LLVMDIFileGetDirectory(file, &directory_length) : NULL;
	char here[PATH_MAX];

	if (!name || !length) {
		return NULL;
	}
	bool is_whole = name[0] == '/' || !directory_length || directory[0] != '/' || !getcwd(here, sizeof(here)) ||
		(strlen(here) == directory_length && strncmp(here, directory, directory_length) == 0);
	if (is_whole) {
		snprintf(buffer, size, "%.*s", (int)length, name);
	} else {
		snprintf(buffer, size, "%.*s/%.*s", (int)directory_length, directory, (int)length, name);
	}
	return buffer;
}

static unsigned block_index(const struct hd_pass *p, LLVMBasicBlockRef bb)
{
	for (unsigned i = 0; i < p->nblocks; i++) {
		if (p->blocks[i] == bb) {
			return i;
		}
	}
	return 0;
}

void hd_model_begin_function(struct hd_pass *p, LLVMValueRef func)
{
	char file[4096];
	size_t length;
	LLVMMetadataRef sub = LLVMGetSubprogram(func);
	const char *name = LLVMGetValueName2(func, &length);
	bool is_main = strcmp(name, "__heddle_main") == 0;
	bool is_public = LLVMGetLinkage(func) != LLVMInternalLinkage && LLVMGetLinkage(func) != LLVMPrivateLinkage;

	p->func = func;
	p->nblocks = LLVMCountBasicBlocks(func);
	p->blocks = malloc(p->nblocks * sizeof(*p->blocks));
	p->block_sites = calloc(p->nblocks, sizeof(*p->block_sites));
	p->ends = calloc(p->nblocks, sizeof(*p->ends));
	p->branch_sites = calloc(p->nblocks, sizeof(*p->branch_sites));
	p->ncalls = 0;
	LLVMGetBasicBlocks(func, p->blocks);
	LLVMValueRef fields[] = {
		func,
		string(p, is_main ? "main" : name),
		string(p, file_of(sub, file, sizeof(file))),
		i32(p, sub ? LLVMDISubprogramGetLine(sub) : 0),
		i32(p, (is_public ? HD_FUNC_PUBLIC : 0) | (is_main ? HD_FUNC_MAIN : 0) | (p->flow ? HD_FUNC_FLOW : 0)),
		i32(p, p->nblocks),
		i32(p, 0),
	};
	p->func_record = record(p, HD_SECTION_FUNCS, fields, 7);
	keep(p, p->func_record);
	for (unsigned i = 0; i < p->nblocks; i++) {
		p->ends[i] = LLVMGetBasicBlockTerminator(p->blocks[i]);
	}
}

void hd_model_edge(struct hd_pass *p, unsigned from, unsigned successor, enum hd_outcome_kind outcome, int64_t value)
{
	LLVMValueRef site = p->branch_sites[from];
	LLVMValueRef fields[] = {
		p->func_record,
		site ? site : null(p),
		LLVMConstInt(p->t_i64, (uint64_t)value, 1),
		i32(p, from),
		i32(p, block_index(p, LLVMGetSuccessor(p->ends[from], successor))),
		i32(p, outcome),
		i32(p, 0),
	};
	keep(p, record(p, HD_SECTION_EDGES, fields, 7));
}

void hd_model_end_function(struct hd_pass *p)
{
	free(p->blocks);
	free(p->block_sites);
	free(p->ends);
	free(p->branch_sites);
	p->blocks = NULL;
	p->block_sites = NULL;
	p->nblocks = 0;
}

static LLVMValueRef variable(struct hd_pass *p, const char *name)
{
	if (!name) {
		return null(p);
	}
	enum hd_scope_kind scope = hd_names_scope(p);
	for (size_t i = 0; i < p->nvars; i++) {
		if (p->var_scopes[i] == scope && strcmp(p->var_names[i], name) == 0) {
			return p->vars[i];
		}
	}
	LLVMValueRef fields[] = {string(p, name), i32(p, scope), i32(p, 0)};
	LLVMValueRef v = record(p, HD_SECTION_VARS, fields, 3);
	p->vars = realloc(p->vars, (p->nvars + 1) * sizeof(*p->vars));
	p->var_names = realloc(p->var_names, (p->nvars + 1) * sizeof(*p->var_names));
	p->var_scopes = realloc(p->var_scopes, (p->nvars + 1) * sizeof(*p->var_scopes));
	p->vars[p->nvars] = v;
	p->var_scopes[p->nvars] = scope;
	p->var_names[p->nvars++] = strdup(name);
	return v;
}

static bool has_line(LLVMMetadataRef loc)
{
	return loc && LLVMDILocationGetLine(loc) > 0;
}

// Compilers make instructions that belong to no line: those are where their neighbours are.
LLVMMetadataRef hd_model_location(LLVMValueRef inst)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);

	for (LLVMValueRef i = inst; i && !has_line(loc); i = LLVMGetPreviousInstruction(i)) {
		loc = LLVMInstructionGetDebugLoc(i);
	}
	for (LLVMValueRef i = inst; i && !has_line(loc); i = LLVMGetNextInstruction(i)) {
		loc = LLVMInstructionGetDebugLoc(i);
	}
	return has_line(loc) ? loc : NULL;
}

// ... and where there are none, where the function begins.
static unsigned line_of(struct hd_pass *p, LLVMMetadataRef loc)
{
	LLVMMetadataRef function = LLVMGetSubprogram(p->func);

	return loc ? LLVMDILocationGetLine(loc) : function ? LLVMDISubprogramGetLine(function) : 0;
}

LLVMValueRef hd_model_site(struct hd_pass *p, LLVMValueRef inst, enum hd_event_kind kind, unsigned order, unsigned size,
	const char *var, const char *callee)
{
	char file[4096];
	LLVMMetadataRef loc = hd_model_location(inst);
	LLVMMetadataRef scope = loc ? LLVMDILocationGetScope(loc) : LLVMGetSubprogram(p->func);
	unsigned block = block_index(p, LLVMGetInstructionParent(inst));
	LLVMValueRef fields[] = {
		p->func_record,
		variable(p, var),
		string(p, file_of(scope, file, sizeof(file))),
		string(p, callee),
		i32(p, line_of(p, loc)),
		LLVMConstInt(p->t_i16, loc ? LLVMDILocationGetColumn(loc) : 0, 0),
		LLVMConstInt(p->t_i8, kind, 0),
		LLVMConstInt(p->t_i8, order, 0),
		i32(p, size),
		i32(p, block),
		i32(p, p->block_sites[block]++),
		i32(p, LLVMIsAAtomicCmpXchgInst(inst) ? HD_SITE_CAS : 0),
	};
	return record(p, HD_SECTION_SITES, fields, 12);
}

void hd_model_other(struct hd_pass *p, LLVMValueRef global)
{
	uint64_t size = LLVMABISizeOfType(p->layout, LLVMGlobalGetValueType(global));
	LLVMValueRef fields[] = {global, LLVMConstInt(p->t_i64, size, 0)};
	keep(p, record(p, HD_SECTION_OTHERS, fields, 2));
}

void hd_model_constant(struct hd_pass *p, const char *text, int64_t value, bool is_bound)
{
	LLVMValueRef fields[] = {
		p->func_record,
		string(p, text),
		LLVMConstInt(p->t_i64, (uint64_t)value, 1),
		i32(p, is_bound),
		i32(p, 0),
	};
	keep(p, record(p, HD_SECTION_CONSTANTS, fields, 5));
}

void hd_model_call(struct hd_pass *p, LLVMValueRef inst, LLVMValueRef callee)
{
	// A body that is there only to be inlined need not exist anywhere else.
	bool named = callee && LLVMGetLinkage(callee) != LLVMAvailableExternallyLinkage;
	LLVMMetadataRef loc = hd_model_location(inst);
	unsigned block = block_index(p, LLVMGetInstructionParent(inst));
	LLVMValueRef fields[] = {
		p->func_record,
		named ? callee : null(p),
		i32(p, block),
		i32(p, p->block_sites[block]),
		i32(p, p->ncalls++),
		i32(p, line_of(p, loc)),
	};
	keep(p, record(p, HD_SECTION_CALLS, fields, 6));
}

// Is a function used other than by calling it?
static bool has_address_taken(LLVMValueRef func)
{
	for (LLVMUseRef u = LLVMGetFirstUse(func); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool calls = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
		if (!calls || LLVMGetCalledValue(user) != func) {
			return true;
		}
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++) {
			if (LLVMGetOperand(user, i) == func) {
				return true;
			}
		}
	}
	return false;
}

void hd_model_addresses(struct hd_pass *p)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMGetIntrinsicID(f) == 0 && has_address_taken(f)) {
			LLVMValueRef fields[] = {null(p), f, i32(p, 0), i32(p, 0), i32(p, 0), i32(p, 0)};
			keep(p, record(p, HD_SECTION_CALLS, fields, 6));
		}
	}
}
