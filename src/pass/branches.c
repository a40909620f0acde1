// SPDX-License-Identifier: Apache-2.0
// Branches: what each compares, which edges it chooses among, and hooks that tell the
// operands. Every conditional has a site and is told; how far an outcome was away can be
// worked out of operands, predicate and the records of edges (model/flow.h).
#include "pass/pass.h"

#include <string.h>

// A condition, reduced to a comparison as far as it is one.
struct condition {
	LLVMValueRef value; // a comparison, or any other i1
	bool negated;
};

static bool is_bool(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static bool is_constant(LLVMValueRef v, uint64_t value)
{
	return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 &&
		LLVMConstIntGetZExtValue(v) == value;
}

static bool is_expect(LLVMValueRef v) // __builtin_expect
{
	size_t length;
	LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;

	return callee && LLVMIsAFunction(callee) &&
		strncmp(LLVMGetValueName2(callee, &length), "llvm.expect.", 12) == 0;
}

// The truth value that an integer, 0 or 1, was widened from; NULL: none.
static LLVMValueRef truth_behind(LLVMValueRef v)
{
	while (LLVMIsAZExtInst(v) || LLVMIsAFreezeInst(v) || is_expect(v) ||
		(LLVMIsASExtInst(v) && !is_bool(LLVMGetOperand(v, 0)))) {
		v = LLVMGetOperand(v, 0);
	}
	return is_bool(v) ? v : NULL;
}

// One step from a condition to what it only passes on; false: there is none.
static bool look_behind(struct condition *c)
{
	LLVMValueRef v = c->value, behind = NULL;
	bool flips = false;

	if (LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMXor &&
		LLVMIsAConstantInt(LLVMGetOperand(v, 1))) {
		behind = LLVMGetOperand(v, 0);
		flips = !is_constant(LLVMGetOperand(v, 1), 0);
	} else if (LLVMIsAFreezeInst(v) || is_expect(v)) {
		behind = LLVMGetOperand(v, 0);
	} else if (LLVMIsATruncInst(v)) {
		behind = truth_behind(LLVMGetOperand(v, 0));
	} else if (LLVMIsAICmpInst(v) &&
		(is_constant(LLVMGetOperand(v, 1), 0) || is_constant(LLVMGetOperand(v, 1), 1))) {
		LLVMIntPredicate how = LLVMGetICmpPredicate(v);
		bool is_equality = how == LLVMIntEQ || how == LLVMIntNE;
		behind = is_equality ? truth_behind(LLVMGetOperand(v, 0)) : NULL;
		flips = (how == LLVMIntEQ) == is_constant(LLVMGetOperand(v, 1), 0);
	}
	if (behind) {
		*c = (struct condition){.value = behind, .negated = c->negated != flips};
	}
	return behind != NULL;
}

static struct condition reduce(LLVMValueRef value)
{
	struct condition c = {.value = value};

	while (look_behind(&c)) {
	}
	return c;
}

static bool is_wide(LLVMValueRef v) // more than an operand of the hook can hold
{
	LLVMTypeRef type = LLVMTypeOf(v);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 64;
}

static unsigned negate(unsigned predicate)
{
	static const uint8_t inverse[] = {
		[LLVMIntEQ] = LLVMIntNE,
		[LLVMIntNE] = LLVMIntEQ,
		[LLVMIntUGT] = LLVMIntULE,
		[LLVMIntUGE] = LLVMIntULT,
		[LLVMIntULT] = LLVMIntUGE,
		[LLVMIntULE] = LLVMIntUGT,
		[LLVMIntSGT] = LLVMIntSLE,
		[LLVMIntSGE] = LLVMIntSLT,
		[LLVMIntSLT] = LLVMIntSGE,
		[LLVMIntSLE] = LLVMIntSGT,
	};

	return predicate < HD_COMPARE_EQ ? 15 - predicate : inverse[predicate];
}

static LLVMValueRef widen(struct hd_pass *p, LLVMValueRef v, bool is_unsigned)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return LLVMBuildPtrToInt(p->builder, v, p->t_i64, "");
	case LLVMIntegerTypeKind:
		return LLVMBuildIntCast2(p->builder, v, p->t_i64, !is_unsigned, "");
	default:
		v = LLVMBuildFPCast(p->builder, v, LLVMDoubleTypeInContext(p->ctx), "");
		return LLVMBuildBitCast(p->builder, v, p->t_i64, "");
	}
}

// ---- hooks -----------------------------------------------------------------

static void tell(struct hd_pass *p, unsigned block, LLVMValueRef a, LLVMValueRef b, unsigned predicate)
{
	LLVMValueRef args[] = {p->branch_sites[block], a, b, LLVMConstInt(p->t_i32, predicate, 0)};
	hd_watched_hook(p, p->ends[block], HD_WATCHED_BRANCHES, "branch", args, 4);
}

static void tell_condition(struct hd_pass *p, unsigned block)
{
	struct condition c = reduce(LLVMGetCondition(p->ends[block]));
	bool integers = LLVMIsAICmpInst(c.value) && !is_wide(LLVMGetOperand(c.value, 0));
	LLVMValueRef a = c.value, b = LLVMConstInt(p->t_i64, 0, 0);
	unsigned predicate = HD_COMPARE_NE;

	LLVMPositionBuilderBefore(p->builder, p->ends[block]);
	if (integers || LLVMIsAFCmpInst(c.value)) {
		predicate = integers ? (unsigned)LLVMGetICmpPredicate(c.value)
				     : (unsigned)LLVMGetFCmpPredicate(c.value);
		bool is_unsigned = predicate >= HD_COMPARE_UGT && predicate <= HD_COMPARE_ULE;
		a = widen(p, LLVMGetOperand(c.value, 0), is_unsigned);
		b = widen(p, LLVMGetOperand(c.value, 1), is_unsigned);
	} else {
		a = widen(p, c.value, true);
	}
	tell(p, block, a, b, c.negated ? negate(predicate) : predicate);
}

void hd_branches_hook(struct hd_pass *p)
{
	LLVMValueRef zero = LLVMConstInt(p->t_i64, 0, 0);

	for (unsigned i = 0; i < p->nblocks; i++) {
		if (!p->branch_sites[i]) {
			continue;
		}
		if (LLVMIsABranchInst(p->ends[i])) {
			tell_condition(p, i);
		} else if (LLVMIsASwitchInst(p->ends[i]) && !is_wide(LLVMGetOperand(p->ends[i], 0))) {
			LLVMPositionBuilderBefore(p->builder, p->ends[i]);
			tell(p, i, widen(p, LLVMGetOperand(p->ends[i], 0), false), zero, HD_COMPARE_SWITCH);
		} else {
			tell(p, i, zero, zero, HD_COMPARE_OPAQUE);
		}
	}
}

// ---- records -----------------------------------------------------------------

// Anything that goes on in more than one way; what throws is no branch.
static bool is_branch(LLVMValueRef end)
{
	return LLVMIsASwitchInst(end) || (LLVMIsABranchInst(end) && LLVMIsConditional(end)) ||
		LLVMIsAIndirectBrInst(end);
}

static void record_switch(struct hd_pass *p, unsigned block)
{
	LLVMValueRef end = p->ends[block];
	bool wide = is_wide(LLVMGetOperand(end, 0));

	hd_model_edge(p, block, 0, wide ? HD_EDGE_OPAQUE : HD_EDGE_DEFAULT, 0);
	for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++) {
		hd_model_edge(p, block, i, wide ? HD_EDGE_OPAQUE : HD_EDGE_CASE,
			wide ? 0 : LLVMConstIntGetSExtValue(LLVMGetOperand(end, 2 * i)));
	}
}

static void record_block(struct hd_pass *p, unsigned block)
{
	LLVMValueRef end = p->ends[block];
	unsigned n = LLVMGetNumSuccessors(end);

	if (is_branch(end)) {
		p->branch_sites[block] = hd_model_site(p, end, HD_EV_BRANCH, 0, 0, NULL, NULL);
	}
	if (LLVMIsASwitchInst(end)) {
		record_switch(p, block);
	} else if (LLVMIsABranchInst(end) && n == 2) {
		hd_model_edge(p, block, 0, HD_EDGE_TRUE, 0);
		hd_model_edge(p, block, 1, HD_EDGE_FALSE, 0);
	} else {
		for (unsigned i = 0; i < n; i++) {
			hd_model_edge(p, block, i, n == 1 ? HD_EDGE_ALWAYS : HD_EDGE_OPAQUE, 0);
		}
	}
}

void hd_branches_record(struct hd_pass *p)
{
	for (unsigned i = 0; i < p->nblocks; i++) {
		record_block(p, i);
	}
}
