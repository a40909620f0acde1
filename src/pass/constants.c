// SPDX-License-Identifier: Apache-2.0
// What the code compares with: numbers in comparisons and cases, texts given to strcmp and the like. Tests draw
// values of parameters from these, since few others lead to the code behind such a comparison.
#include "pass/pass.h"

#include <string.h>

#define LONGEST_TEXT 60

// Numbers that are drawn anyway.
static bool is_usual(int64_t value)
{
	return value >= -1 && value <= 5;
}

static void note_number(struct hd_pass *p, LLVMValueRef v, bool is_bound)
{
	if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 8 ||
		LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) {
		return;
	}
	int64_t value = LLVMConstIntGetSExtValue(v);
	if (!is_usual(value)) {
		hd_model_constant(p, NULL, value, is_bound);
	}
}

static bool compares_texts(LLVMValueRef callee)
{
	static const char *const names[] = {"strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "bcmp"};
	static const char shim[] = "__heddle_";
	size_t length;
	const char *name = LLVMGetValueName2(callee, &length);

	name += strncmp(name, shim, sizeof(shim) - 1) == 0 ? sizeof(shim) - 1 : 0;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(name, names[i]) == 0) {
			return true;
		}
	}
	return false;
}

// A format, a line or a text of other bytes than letters is no value to draw.
static bool is_plain(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] < 0x20 || text[i] > 0x7e || text[i] == '%') {
			return false;
		}
	}
	return length > 0 && length <= LONGEST_TEXT;
}

static void note_text(struct hd_pass *p, LLVMValueRef v)
{
	LLVMValueRef initializer = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
	size_t length;

	if (!initializer || !LLVMIsAConstantDataSequential(initializer) || !LLVMIsConstantString(initializer)) {
		return;
	}
	const char *text = LLVMGetAsString(initializer, &length);
	length = strnlen(text, length);
	if (is_plain(text, length)) {
		char copy[LONGEST_TEXT + 1] = "";
		memcpy(copy, text, length);
		hd_model_constant(p, copy, 0, false);
	}
}

static void note_call(struct hd_pass *p, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (callee && LLVMIsAFunction(callee) && compares_texts(callee) && LLVMGetNumArgOperands(call) >= 2) {
		note_text(p, LLVMGetOperand(call, 0));
		note_text(p, LLVMGetOperand(call, 1));
	}
}

void hd_constants_note(struct hd_pass *p, LLVMValueRef inst)
{
	if (LLVMIsAICmpInst(inst)) {
		LLVMIntPredicate how = LLVMGetICmpPredicate(inst);
		bool is_bound = how != LLVMIntEQ && how != LLVMIntNE;
		note_number(p, LLVMGetOperand(inst, 0), is_bound);
		note_number(p, LLVMGetOperand(inst, 1), is_bound);
	} else if (LLVMIsASwitchInst(inst)) {
		for (unsigned i = 1; i < LLVMGetNumSuccessors(inst); i++) {
			note_number(p, LLVMGetOperand(inst, 2 * i), false);
		}
	} else if (LLVMIsACallInst(inst)) {
		note_call(p, inst);
	}
}
