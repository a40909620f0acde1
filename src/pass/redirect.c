// SPDX-License-Identifier: Apache-2.0
// What a module refers to by name and must not: library functions that the
// runtime controls, main, thread-local variables (one copy per fiber), and
// writable globals (restored between executions, so they get a section).
#include "pass/pass.h"

#include <stdio.h>
#include <string.h>

// Zero-initialised globals above this size would bloat object files if they
// were given a section; they stay where they are, and are restored where touched.
#define BIG_GLOBAL (1u << 20)

struct redirect {
	const char *name;
	int kind;
};

static const struct redirect redirects[] = {
#define HD_REDIRECT(name, kind) {"__heddle_" #name, HD_EV_##kind},
#define HD_REFUSE(name) {"__heddle_" #name, HD_EV_CALL},
#define HD_STATE(name, what) {"__heddle_" #name, HD_EV_CALL},
#define HD_FILE(name, how, what) {"__heddle_" #name, HD_EV_CALL},
#include "abi/redirects.def"
#undef HD_REDIRECT
#undef HD_REFUSE
#undef HD_STATE
#undef HD_FILE
};

int hd_redirect_kind(const char *name)
{
	for (size_t i = 0; i < sizeof(redirects) / sizeof(*redirects); i++) {
		if (strcmp(redirects[i].name, name) == 0) {
			return redirects[i].kind;
		}
	}
	return -1;
}

// All uses, also in initialisers and as function pointers, go to the shim. A
// function that the module defines itself is the program's own business.
static void redirect_functions(struct hd_pass *p)
{
	const size_t prefix = strlen("__heddle_");

	for (size_t i = 0; i < sizeof(redirects) / sizeof(*redirects); i++) {
		LLVMValueRef old = LLVMGetNamedFunction(p->module, redirects[i].name + prefix);
		if (!old || !LLVMIsDeclaration(old) || !LLVMGetFirstUse(old)) {
			continue;
		}
		LLVMTypeRef type = LLVMGlobalGetValueType(old);
		LLVMValueRef shim = LLVMGetNamedFunction(p->module, redirects[i].name);
		if (!shim) {
			shim = LLVMAddFunction(p->module, redirects[i].name, type);
		}
		LLVMReplaceAllUsesWith(old, shim);
	}
}

static void rename_main(struct hd_pass *p)
{
	LLVMValueRef f = LLVMGetNamedFunction(p->module, "main");
	if (f && !LLVMIsDeclaration(f)) {
		LLVMSetValueName2(f, "__heddle_main", strlen("__heddle_main"));
		LLVMSetLinkage(f, LLVMExternalLinkage);
	}
}

// A variable that code under test may write, and that exists in this module.
static bool is_writable(LLVMValueRef g)
{
	LLVMLinkage linkage = LLVMGetLinkage(g);
	size_t length;

	return !LLVMIsDeclaration(g) && !LLVMIsGlobalConstant(g) && !LLVMIsThreadLocal(g) &&
		linkage != LLVMCommonLinkage && linkage != LLVMAppendingLinkage &&
		linkage != LLVMAvailableExternallyLinkage && strncmp(LLVMGetValueName2(g, &length), "llvm.", 5) != 0;
}

static bool can_be_moved(struct hd_pass *p, LLVMValueRef g)
{
	const char *section = LLVMGetSection(g);

	if (section && *section) {
		return false;
	}
	return !LLVMIsNull(LLVMGetInitializer(g)) ||
		LLVMABISizeOfType(p->layout, LLVMGlobalGetValueType(g)) <= BIG_GLOBAL;
}

// A variable has shadow cells of its own: what is noticed of it does not depend on
// its neighbours, nor on where the linker puts the section.
static void place_globals(struct hd_pass *p)
{
	LLVMValueRef last = LLVMGetLastGlobal(p->module); // records come behind

	for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = g == last ? NULL : LLVMGetNextGlobal(g)) {
		if (!is_writable(g)) {
			continue;
		}
		if (!can_be_moved(p, g)) {
			hd_model_other(p, g);
		} else {
			LLVMSetSection(g, HD_SECTION_GLOBALS);
			LLVMSetAlignment(g, LLVMGetAlignment(g) < HD_CELL_BYTES ? HD_CELL_BYTES : LLVMGetAlignment(g));
		}
	}
}

// Clang asks for the address of a thread-local by llvm.threadlocal.address; the
// result is mapped to the running fiber's own copy.
static void redirect_thread_locals(struct hd_pass *p)
{
	LLVMValueRef tls = LLVMGetNamedFunction(p->module, "__heddle_tls");
	LLVMTypeRef type = LLVMGlobalGetValueType(tls);

	for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
		size_t length;
		const char *name = LLVMGetValueName2(f, &length);
		if (strncmp(name, "llvm.threadlocal.address", 24) != 0) {
			continue;
		}
		for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
			next = LLVMGetNextUse(use);
			LLVMValueRef call = LLVMGetUser(use);
			LLVMValueRef after = LLVMGetNextInstruction(call);
			LLVMPositionBuilderBefore(p->builder, after);
			LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(call));
			LLVMValueRef mine = LLVMBuildCall2(p->builder, type, tls, &call, 1, "");
			LLVMReplaceAllUsesWith(call, mine);
			LLVMSetOperand(mine, 0, call);
		}
	}
}

void hd_redirect_module(struct hd_pass *p)
{
	redirect_functions(p);
	rename_main(p);
	place_globals(p);
	redirect_thread_locals(p);
}
