// SPDX-License-Identifier: Apache-2.0
// Walks a module and puts a hook before everything the runtime must see.
//
// Invariants:
//  1. A hook comes directly before its instruction, so nothing can run between.
//  2. Only provably private accesses are skipped: constants, and
//     locals whose address never leaves the function.
//  3. Records describe the function as it was before any hook was put in.
#include "pass/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *types;
} hooks[] = {
#define HD_HOOK(name, types) {"__heddle_" #name, types},
#include "abi/hooks.def"
#undef HD_HOOK
};

static LLVMTypeRef type_of_code(struct hd_pass *p, char code)
{
	switch (code) {
	case 'p':
		return p->t_ptr;
	case 'i':
		return p->t_i32;
	case 'l':
		return p->t_i64;
	default:
		return p->t_void;
	}
}

static void declare_hooks(struct hd_pass *p)
{
	for (size_t h = 0; h < sizeof(hooks) / sizeof(*hooks); h++) {
		LLVMTypeRef params[8];
		unsigned n = (unsigned)strlen(hooks[h].types) - 1;
		for (unsigned i = 0; i < n; i++) {
			params[i] = type_of_code(p, hooks[h].types[i + 1]);
		}
		LLVMTypeRef type = LLVMFunctionType(type_of_code(p, hooks[h].types[0]), params, n, 0);
		LLVMValueRef f = LLVMAddFunction(p->module, hooks[h].name, type);
		unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
		LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(p->ctx, nounwind, 0));
	}
	p->watch = LLVMAddGlobal(p->module, p->t_i8, "__heddle_watch");
	p->callsite = LLVMAddGlobal(p->module, p->t_ptr, "__heddle_callsite");
}

static void call_hook(struct hd_pass *p, LLVMValueRef before, const char *name, LLVMValueRef *args, unsigned n)
{
	char full[64];

	snprintf(full, sizeof(full), "__heddle_%s", name);
	LLVMValueRef f = LLVMGetNamedFunction(p->module, full);
	LLVMPositionBuilderBefore(p->builder, before);
	// A call in a function with debug info must have a location of its own.
	LLVMMetadataRef loc = hd_model_location(before);
	LLVMMetadataRef sub = LLVMGetSubprogram(p->func);
	if (!loc && sub) {
		loc = LLVMDIBuilderCreateDebugLocation(p->ctx, LLVMDISubprogramGetLine(sub), 0, sub, NULL);
	}
	LLVMSetCurrentDebugLocation2(p->builder, loc);
	LLVMBuildCall2(p->builder, LLVMGlobalGetValueType(f), f, args, n, "");
}

// ---- what is private -------------------------------------------------------

static bool escapes(LLVMValueRef v, int depth);

static bool use_escapes(LLVMValueRef user, LLVMValueRef v, int depth)
{
	if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) {
		return false;
	}
	if (LLVMIsAStoreInst(user)) {
		return LLVMGetOperand(user, 0) == v; // its address is stored
	}
	if (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) {
		return LLVMGetOperand(user, 0) != v;
	}
	if (LLVMIsAMemIntrinsic(user)) {
		return false;
	}
	if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsAPHINode(user) ||
		LLVMIsASelectInst(user)) {
		return escapes(user, depth + 1);
	}
	if (LLVMIsAIntrinsicInst(user)) { // lifetime markers, debug intrinsics
		size_t length;
		const char *name = LLVMGetValueName2(LLVMGetCalledValue(user), &length);
		return strncmp(name, "llvm.lifetime", 13) != 0 && strncmp(name, "llvm.dbg", 8) != 0;
	}
	return true;
}

static bool escapes(LLVMValueRef v, int depth)
{
	if (depth > 16) {
		return true;
	}
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		if (use_escapes(LLVMGetUser(u), v, depth)) {
			return true;
		}
	}
	return false;
}

// The object a pointer is derived from by address arithmetic alone.
static LLVMValueRef base_of(LLVMValueRef pointer)
{
	for (;;) {
		if (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
			(LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr)) {
			pointer = LLVMGetOperand(pointer, 0);
		} else {
			return pointer;
		}
	}
}

static bool is_private(LLVMValueRef pointer)
{
	LLVMValueRef base = base_of(pointer);

	if (LLVMIsAGlobalVariable(base)) {
		return LLVMIsGlobalConstant(base);
	}
	if (LLVMIsACallInst(base)) { // errno is saved and restored with each fiber
		size_t length;
		LLVMValueRef callee = LLVMGetCalledValue(base);
		return LLVMIsAFunction(callee) && strcmp(LLVMGetValueName2(callee, &length), "__errno_location") == 0;
	}
	return LLVMIsAAllocaInst(base) && !escapes(base, 0);
}

// ---- accesses --------------------------------------------------------------

static unsigned size_of(struct hd_pass *p, LLVMTypeRef type)
{
	return (unsigned)LLVMStoreSizeOfType(p->layout, type);
}

static void plain_access(struct hd_pass *p, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type, unsigned align,
	bool write)
{
	unsigned size = size_of(p, type);
	LLVMValueRef site = hd_model_site(p, inst, write ? HD_EV_WRITE : HD_EV_READ, 0, size, hd_names_of(p, pointer),
		NULL);
	bool natural = (size == 1 || size == 2 || size == 4 || size == 8) && align >= size;
	char name[16];

	if (natural) {
		LLVMValueRef args[] = {pointer, site};
		snprintf(name, sizeof(name), "%s%u", write ? "write" : "read", size);
		call_hook(p, inst, name, args, 2);
	} else {
		LLVMValueRef args[] = {pointer, LLVMConstInt(p->t_i64, size, 0), site};
		call_hook(p, inst, write ? "write_n" : "read_n", args, 3);
	}
}

// C11 numbering: relaxed 0, consume 1, acquire 2, release 3, acq_rel 4, seq_cst 5.
static unsigned c11_order(LLVMAtomicOrdering order)
{
	switch (order) {
	case LLVMAtomicOrderingAcquire:
		return 2;
	case LLVMAtomicOrderingRelease:
		return 3;
	case LLVMAtomicOrderingAcquireRelease:
		return 4;
	case LLVMAtomicOrderingSequentiallyConsistent:
		return 5;
	default:
		return 0;
	}
}

static void atomic_access(struct hd_pass *p, LLVMValueRef inst, LLVMValueRef pointer, unsigned size,
	enum hd_event_kind kind, unsigned order)
{
	const char *hook = kind == HD_EV_ATOMIC_READ ? "atomic_read"
		: kind == HD_EV_ATOMIC_WRITE         ? "atomic_write"
						     : "atomic_rmw";
	LLVMValueRef site = hd_model_site(p, inst, kind, order, size, hd_names_of(p, pointer), NULL);
	LLVMValueRef args[] = {pointer, LLVMConstInt(p->t_i32, size, 0), site};

	call_hook(p, inst, hook, args, 3);
}

static void load(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMValueRef pointer = LLVMGetOperand(inst, 0);
	LLVMAtomicOrdering order = LLVMGetOrdering(inst);

	if (is_private(pointer)) {
		return;
	}
	if (order != LLVMAtomicOrderingNotAtomic) {
		atomic_access(p, inst, pointer, size_of(p, LLVMTypeOf(inst)), HD_EV_ATOMIC_READ, c11_order(order));
	} else {
		plain_access(p, inst, pointer, LLVMTypeOf(inst), LLVMGetAlignment(inst), false);
	}
}

static void store(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(inst, 0));
	LLVMValueRef pointer = LLVMGetOperand(inst, 1);
	LLVMAtomicOrdering order = LLVMGetOrdering(inst);

	if (is_private(pointer)) {
		return;
	}
	if (order != LLVMAtomicOrderingNotAtomic) {
		atomic_access(p, inst, pointer, size_of(p, type), HD_EV_ATOMIC_WRITE, c11_order(order));
	} else {
		plain_access(p, inst, pointer, type, LLVMGetAlignment(inst), true);
	}
}

// A hook that gets an operand of the instruction as well, in 64 bits: pointers and integers up to that size.
static void update_with_operand(struct hd_pass *p, LLVMValueRef inst, const char *hook, LLVMValueRef operand,
	unsigned order)
{
	LLVMValueRef pointer = LLVMGetOperand(inst, 0);
	unsigned size = size_of(p, LLVMTypeOf(operand));
	LLVMValueRef site = hd_model_site(p, inst, HD_EV_ATOMIC_RMW, order, size, hd_names_of(p, pointer), NULL);

	LLVMPositionBuilderBefore(p->builder, inst);
	if (LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind) {
		operand = LLVMBuildPtrToInt(p->builder, operand, p->t_i64, "");
	} else if (size < 8) {
		operand = LLVMBuildZExt(p->builder, operand, p->t_i64, "");
	}
	LLVMValueRef args[] = {pointer, LLVMConstInt(p->t_i32, size, 0), operand, site};
	call_hook(p, inst, hook, args, 4);
}

static bool fits_operand(struct hd_pass *p, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return (kind == LLVMPointerTypeKind || kind == LLVMIntegerTypeKind) && size_of(p, type) <= 8;
}

// Of an exchange and an or it can be known whether they change anything: spin locks are made of them.
static void read_modify_write(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMValueRef pointer = LLVMGetOperand(inst, 0), operand = LLVMGetOperand(inst, 1);
	LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(inst);
	unsigned order = c11_order(LLVMGetOrdering(inst));
	const char *hook = operation == LLVMAtomicRMWBinOpXchg ? "atomic_exchange"
		: operation == LLVMAtomicRMWBinOpOr            ? "atomic_or"
							       : NULL;

	if (is_private(pointer)) {
		return;
	}
	if (hook && fits_operand(p, LLVMTypeOf(operand))) {
		update_with_operand(p, inst, hook, operand, order);
	} else {
		atomic_access(p, inst, pointer, size_of(p, LLVMTypeOf(inst)), HD_EV_ATOMIC_RMW, order);
	}
}

// The hook gets the expected value: whether the exchange will succeed is known
// before it happens, and a failed one is a plain read.
static void compare_exchange(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMValueRef pointer = LLVMGetOperand(inst, 0), expected = LLVMGetOperand(inst, 1);
	unsigned order = c11_order(LLVMGetCmpXchgSuccessOrdering(inst)) |
		c11_order(LLVMGetCmpXchgFailureOrdering(inst)) << 4;

	if (is_private(pointer)) {
		return;
	}
	if (fits_operand(p, LLVMTypeOf(expected))) {
		update_with_operand(p, inst, "atomic_cas", expected, order);
	} else {
		unsigned size = size_of(p, LLVMTypeOf(expected));
		atomic_access(p, inst, pointer, size, HD_EV_ATOMIC_RMW, order & 15);
	}
}

static void range(struct hd_pass *p, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef length, bool write)
{
	if (is_private(pointer)) {
		return;
	}
	unsigned size = LLVMIsAConstantInt(length) ? (unsigned)LLVMConstIntGetZExtValue(length) : 0;
	LLVMValueRef site = hd_model_site(p, inst, write ? HD_EV_WRITE : HD_EV_READ, 0, size, hd_names_of(p, pointer),
		NULL);
	LLVMPositionBuilderBefore(p->builder, inst);
	LLVMValueRef wide = LLVMBuildZExtOrBitCast(p->builder, length, p->t_i64, "");
	LLVMValueRef args[] = {pointer, wide, site};
	call_hook(p, inst, write ? "write_n" : "read_n", args, 3);
}

static void memory_intrinsic(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMValueRef length = LLVMGetOperand(inst, 2);

	if (LLVMIsAMemCpyInst(inst) || LLVMIsAMemMoveInst(inst)) {
		range(p, inst, LLVMGetOperand(inst, 1), length, false);
	}
	range(p, inst, LLVMGetOperand(inst, 0), length, true);
}

// The constraint of an argument of inline assembly. Outputs come first; of those only the indirect
// ones ("=*m") are arguments.
static const char *asm_constraint(LLVMValueRef code, unsigned argument)
{
	size_t length;
	const char *at = LLVMGetInlineAsmConstraintString(code, &length), *end = at + length;

	while (at < end && *at != '~') {
		size_t n = strcspn(at, ",");
		bool direct = *at == '=' && !memchr(at, '*', n);
		if (!direct && argument-- == 0) {
			return at;
		}
		at += n + (at + n < end);
	}
	return "";
}

// The bytes of a single move, which is how libraries write atomic loads and stores; 0: it is none.
static unsigned asm_moves(LLVMValueRef code)
{
	static const struct {
		const char *name;
		unsigned size;
	} moves[] = {{"movb", 1}, {"movw", 2}, {"movl", 4}, {"movq", 8}};
	size_t length;
	const char *text = LLVMGetInlineAsmAsmString(code, &length);

	while (length > 0 && (*text == ' ' || *text == '\t')) {
		text++, length--;
	}
	for (unsigned i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		if (length > 4 && strncmp(text, moves[i].name, 4) == 0 && (text[4] == ' ' || text[4] == '\t') &&
			!memchr(text, '\n', length) && !memchr(text, ';', length)) {
			return moves[i].size;
		}
	}
	return 0;
}

// Inline assembly with memory operands: a move is an atomic load or store, all else may update what
// it names, also an input.
static void asm_access(struct hd_pass *p, LLVMValueRef call, unsigned argument, LLVMTypeRef type)
{
	LLVMValueRef code = LLVMGetCalledValue(call), pointer = LLVMGetOperand(call, argument);
	unsigned moved = asm_moves(code);
	bool written = *asm_constraint(code, argument) == '=';
	enum hd_event_kind kind = !moved ? HD_EV_ATOMIC_RMW : written ? HD_EV_ATOMIC_WRITE : HD_EV_ATOMIC_READ;

	atomic_access(p, call, pointer, moved ? moved : size_of(p, type), kind, 5);
}

static void inline_asm(struct hd_pass *p, LLVMValueRef call)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
	unsigned n = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
		LLVMValueRef pointer = LLVMGetOperand(call, i);
		if (a && !is_private(pointer)) {
			asm_access(p, call, i, LLVMGetTypeAttributeValue(a));
		}
	}
}

// Calls: redirected functions learn the site they are called from, others are
// edges of the call graph.
static void call(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMValueRef callee = LLVMGetCalledValue(inst);
	size_t length;

	if (LLVMIsAInlineAsm(callee)) {
		inline_asm(p, inst);
		return;
	}
	if (!LLVMIsAFunction(callee)) {
		hd_model_call(p, inst, NULL);
		return;
	}
	const char *name = LLVMGetValueName2(callee, &length);
	int kind = hd_redirect_kind(name);
	if (kind >= 0) {
		const char *plain = name + strlen("__heddle_");
		const char *variable = NULL;
		if (LLVMGetNumArgOperands(inst) > 0 && kind != HD_EV_ALLOC && kind != HD_EV_CALL) {
			LLVMValueRef arg = LLVMGetOperand(inst, 0);
			if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind) {
				variable = hd_names_of_object(p, arg);
			}
		}
		LLVMValueRef site = hd_model_site(p, inst, (enum hd_event_kind)kind, 0, 0, variable, plain);
		LLVMPositionBuilderBefore(p->builder, inst);
		LLVMBuildStore(p->builder, site, p->callsite);
	} else if (strncmp(name, "llvm.", 5) != 0 && strncmp(name, "__heddle_", 9) != 0) {
		hd_model_call(p, inst, callee);
	}
}

static void fence(struct hd_pass *p, LLVMValueRef inst)
{
	LLVMValueRef site = hd_model_site(p, inst, HD_EV_FENCE, c11_order(LLVMGetOrdering(inst)), 0, NULL, NULL);
	call_hook(p, inst, "fence", &site, 1);
}

static void instrument_instruction(struct hd_pass *p, LLVMValueRef inst)
{
	if (LLVMIsALoadInst(inst)) {
		load(p, inst);
	} else if (LLVMIsAStoreInst(inst)) {
		store(p, inst);
	} else if (LLVMIsAAtomicCmpXchgInst(inst)) {
		compare_exchange(p, inst);
	} else if (LLVMIsAAtomicRMWInst(inst)) {
		read_modify_write(p, inst);
	} else if (LLVMIsAFenceInst(inst)) {
		fence(p, inst);
	} else if (LLVMIsAMemIntrinsic(inst)) {
		memory_intrinsic(p, inst);
	} else if (LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst)) {
		call(p, inst);
	}
}

// ---- loops without any hook ------------------------------------------------

static bool block_has_call(LLVMBasicBlockRef bb)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
		if ((LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i)) || LLVMIsAInvokeInst(i)) {
			return true;
		}
	}
	return false;
}

// A loop that can go round through blocks that all make no call would spin
// unseen: its header gets a hook.
static void hook_silent_loops(struct hd_pass *p)
{
	LLVMBasicBlockRef *headers = malloc(p->nblocks * sizeof(*headers));
	unsigned n = hd_loops_avoiding(p->func, block_has_call, headers);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(headers[i]);
		LLVMValueRef site = hd_model_site(p, end, HD_EV_LOOP, 0, 0, NULL, NULL);
		call_hook(p, end, "loop", &site, 1);
	}
	free(headers);
}

// ---- behind the watch flag -------------------------------------------------

void hd_watched_hook(struct hd_pass *p, LLVMValueRef before, unsigned bit, const char *name, LLVMValueRef *args,
	unsigned n)
{
	LLVMPositionBuilderBefore(p->builder, before);
	LLVMValueRef flags = LLVMBuildLoad2(p->builder, p->t_i8, p->watch, "");
	LLVMValueRef masked = LLVMBuildAnd(p->builder, flags, LLVMConstInt(p->t_i8, bit, 0), "");
	LLVMValueRef on = LLVMBuildICmp(p->builder, LLVMIntNE, masked, LLVMConstInt(p->t_i8, 0, 0), "");
	call_hook(p, hd_split_if(on, before), name, args, n);
}

static LLVMValueRef first_real(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetFirstInstruction(bb);
	while (LLVMIsAAllocaInst(i) || LLVMIsAPHINode(i)) {
		i = LLVMGetNextInstruction(i);
	}
	return i;
}

static void function_events(struct hd_pass *p)
{
	if (LLVMGetLinkage(p->func) == LLVMInternalLinkage && !p->flow) {
		return;
	}
	for (unsigned b = 0; b < p->nblocks; b++) {
		// Hooks may have split the block: its return is in the last part.
		LLVMValueRef end = LLVMGetBasicBlockTerminator(p->blocks[b]);
		if (LLVMIsAReturnInst(end)) {
			LLVMValueRef prev = LLVMGetPreviousInstruction(end);
			if (!(prev && LLVMIsACallInst(prev) && LLVMGetTailCallKind(prev) == LLVMTailCallKindMustTail)) {
				hd_watched_hook(p, end, HD_WATCHED_FUNCTIONS, "leave", &p->func_record, 1);
			}
		}
	}
	hd_watched_hook(p, first_real(LLVMGetEntryBasicBlock(p->func)), HD_WATCHED_FUNCTIONS, "enter", &p->func_record,
		1);
}

// ---- functions and modules -------------------------------------------------

static bool has_attribute(LLVMValueRef f, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) != NULL;
}

// Stacks are walked by frame pointers; a tail call would lose a frame.
static void keep_frames(struct hd_pass *p, LLVMValueRef f)
{
	LLVMAttributeRef a = LLVMCreateStringAttribute(p->ctx, "frame-pointer", 13, "all", 3);
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, a);
	a = LLVMCreateStringAttribute(p->ctx, "disable-tail-calls", 18, "true", 4);
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, a);
}

static LLVMValueRef *list_instructions(LLVMValueRef func, size_t *n)
{
	LLVMValueRef *list = NULL;
	size_t room = 0;

	*n = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b; b = LLVMGetNextBasicBlock(b)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			if (*n == room) {
				room = room ? 2 * room : 256;
				list = realloc(list, room * sizeof(*list));
			}
			list[(*n)++] = i;
		}
	}
	return list;
}

static void instrument_function(struct hd_pass *p, LLVMValueRef func)
{
	size_t n;
	LLVMValueRef *list = list_instructions(func, &n);

	keep_frames(p, func);
	hd_model_begin_function(p, func);
	for (size_t i = 0; i < n; i++) {
		hd_constants_note(p, list[i]);
		instrument_instruction(p, list[i]);
	}
	hook_silent_loops(p);
	hd_branches_record(p);
	function_events(p);
	if (p->flow) {
		hd_branches_hook(p);
	}
	hd_model_end_function(p);
	free(list);
}

static void prepare(struct hd_pass *p, LLVMModuleRef module)
{
	*p = (struct hd_pass){.module = module, .ctx = LLVMGetModuleContext(module)};
	p->builder = LLVMCreateBuilderInContext(p->ctx);
	p->layout = LLVMGetModuleDataLayout(module);
	p->t_ptr = LLVMPointerTypeInContext(p->ctx, 0);
	p->t_i8 = LLVMInt8TypeInContext(p->ctx);
	p->t_i16 = LLVMInt16TypeInContext(p->ctx);
	p->t_i32 = LLVMInt32TypeInContext(p->ctx);
	p->t_i64 = LLVMInt64TypeInContext(p->ctx);
	p->t_void = LLVMVoidTypeInContext(p->ctx);
	p->names = hd_names_create(module);
}

static bool is_of_system(LLVMValueRef f)
{
	LLVMMetadataRef about = LLVMGetSubprogram(f), file = about ? LLVMDIScopeGetFile(about) : NULL;
	unsigned length = 0;
	const char *name = file ? LLVMDIFileGetFilename(file, &length) : "";

	return !file || (length > 5 && strncmp(name, "/usr/", 5) == 0);
}

// C's plain `inline` only offers its body: where no file asks for a function to call, the compiler must
// inline it or the program does not link. Hooks keep it from doing so, so here there is always one,
// which gives way to one that a file asked for.
static void emit_inline_functions(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage && !is_of_system(f)) {
			LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
		}
	}
}

void hd_instrument_module(LLVMModuleRef module, bool flow)
{
	struct hd_pass p;

	if (LLVMGetNamedFunction(module, "__heddle_read1")) {
		return; // already done
	}
	prepare(&p, module);
	p.flow = flow;
	emit_inline_functions(module);
	declare_hooks(&p);
	hd_redirect_module(&p);
	hd_model_addresses(&p);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f) && !has_attribute(f, "naked") &&
			!has_attribute(f, "disable_sanitizer_instrumentation") &&
			LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage) {
			instrument_function(&p, f);
		}
	}
	hd_model_finish(&p);
	hd_names_destroy(p.names);
	LLVMDisposeBuilder(p.builder);
}
