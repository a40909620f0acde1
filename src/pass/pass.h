// SPDX-License-Identifier: Apache-2.0
// The instrumentation pass. plugin.cpp registers it and prepares each module
// (SROA); instrument.c then walks the module:
//
//   redirect.c   calls into the C library, main, thread-locals, globals
//   instrument.c hooks before memory accesses, around functions
//   branches.c   what branches compare, and hooks that tell it
//   constants.c  what it compares values with
//   model.c      the records in ELF sections that describe all of those
//   names.c      the name a programmer would write for an accessed location
//
// What LLVM-C does not offer is in C++ behind plain C functions:
//
//   loops.cpp    the loops of a function
//   types.cpp    the fields of structs, from debug info
#ifndef HD_PASS_H
#define HD_PASS_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hd_names;
struct hd_types;

// Everything the pass knows about the module it works on.
struct hd_pass {
	LLVMModuleRef module;
	LLVMContextRef ctx;
	LLVMBuilderRef builder;
	LLVMTargetDataRef layout;
	LLVMTypeRef t_ptr, t_i8, t_i16, t_i32, t_i64, t_void;
	LLVMValueRef watch;    // @__heddle_watch
	LLVMValueRef callsite; // @__heddle_callsite
	struct hd_names *names;
	LLVMValueRef *vars; // records made so far, by name
	char **var_names;
	enum hd_scope_kind *var_scopes;
	size_t nvars;
	LLVMValueRef *kept; // records for llvm.compiler.used
	size_t nkept, kept_room;
	// The function being instrumented.
	LLVMValueRef func;
	LLVMValueRef func_record;
	LLVMBasicBlockRef *blocks;
	unsigned nblocks;
	unsigned *block_sites; // sites made so far per block
	unsigned ncalls;       // recorded so far
	LLVMValueRef *ends;         // terminator of each block
	LLVMValueRef *branch_sites; // by block; NULL: it does not end with a branch
	bool flow; // branches and static functions have hooks, too
};

// instrument.c: the whole pass on one module. flow: with the hooks that follow the flow of control.
void hd_instrument_module(LLVMModuleRef module, bool flow);

// Bits of __heddle_watch.
enum { HD_WATCHED_FUNCTIONS = 1, HD_WATCHED_BRANCHES = 2 };
// if (__heddle_watch & bit) hook(args)
void hd_watched_hook(struct hd_pass *p, LLVMValueRef before, unsigned bit, const char *name, LLVMValueRef *args,
	unsigned n);

// branches.c
// Sites of branches and the edges they stand for; before any block is split, after all other sites.
void hd_branches_record(struct hd_pass *p);
void hd_branches_hook(struct hd_pass *p);

// constants.c
// Before the instruction is instrumented.
void hd_constants_note(struct hd_pass *p, LLVMValueRef inst);

// redirect.c
void hd_redirect_module(struct hd_pass *p);
// The event kind of calls to a redirected function (by its new name), or -1.
int hd_redirect_kind(const char *name);

// model.c
void hd_model_begin_function(struct hd_pass *p, LLVMValueRef func);
void hd_model_end_function(struct hd_pass *p);
LLVMValueRef hd_model_site(struct hd_pass *p, LLVMValueRef inst, enum hd_event_kind kind, unsigned order, unsigned size,
	const char *variable, const char *callee);
// After the last function: what must be kept is written down, memory released.
void hd_model_finish(struct hd_pass *p);
// A global that is not in the section of globals.
void hd_model_other(struct hd_pass *p, LLVMValueRef global);
// The debug location of an instruction, or of its nearest neighbour that has one; NULL: none has.
LLVMMetadataRef hd_model_location(LLVMValueRef inst);
void hd_model_call(struct hd_pass *p, LLVMValueRef inst, LLVMValueRef callee); // NULL: through a pointer
// An edge from a block to a successor of its; value: HD_EDGE_CASE.
void hd_model_edge(struct hd_pass *p, unsigned from, unsigned successor, enum hd_outcome_kind outcome, int64_t value);
// What the function at hand compares something with; text NULL: a number.
void hd_model_constant(struct hd_pass *p, const char *text, int64_t value, bool is_bound);
// Functions whose address is taken; before any record refers to them.
void hd_model_addresses(struct hd_pass *p);

// names.c
struct hd_names *hd_names_create(LLVMModuleRef module);
void hd_names_destroy(struct hd_names *n);
// Name of the location that `pointer` addresses, in a static buffer; NULL if there is none.
const char *hd_names_of(struct hd_pass *p, LLVMValueRef pointer);
// Name of the whole object there, not of its first field.
const char *hd_names_of_object(struct hd_pass *p, LLVMValueRef pointer);

// Scope of the name made last.
enum hd_scope_kind hd_names_scope(const struct hd_pass *p);

// loops.cpp: the headers of the loops that can go round without entering a block of
// which `avoid` is true, in the order of blocks. `headers` has room for all blocks.
unsigned hd_loops_avoiding(LLVMValueRef func, bool (*avoid)(LLVMBasicBlockRef), LLVMBasicBlockRef *headers);

// types.cpp: the structs, unions and classes that the module's debug info describes.
struct hd_types *hd_types_create(LLVMModuleRef module);
void hd_types_destroy(struct hd_types *types);
// Name of the field at `offset` bits into the type of that name, not terminated; NULL
// if there is none.
const char *hd_types_field(const struct hd_types *types, const char *type, uint64_t offset, size_t *length);

// plugin.cpp: `if (cond) { ... }` before `inst`; returns the terminator of the
// new block, before which the body goes. LLVM-C cannot split blocks.
LLVMValueRef hd_split_if(LLVMValueRef cond, LLVMValueRef inst);

#ifdef __cplusplus
}
#endif
#endif
