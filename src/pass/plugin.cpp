// SPDX-License-Identifier: Apache-2.0
// Registers the pass with clang, and does two things that LLVM-C cannot: run
// SROA on a module in the middle of a pipeline, and split a basic block.
#include "pass/pass.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

LLVMValueRef hd_split_if(LLVMValueRef cond, LLVMValueRef inst)
{
	auto *before = cast<Instruction>(unwrap(inst));
	MDNode *weights = MDBuilder(before->getContext()).createBranchWeights(1, 1000);
	return wrap(SplitBlockAndInsertIfThen(unwrap(cond), before->getIterator(), false, weights));
}

namespace
{

// A choice of the build and not of the run: a test of a flag at every branch is not free.
cl::opt<bool> Flow("heddle-flow", cl::desc("hooks at branches, and in static functions"));

struct Heddle : PassInfoMixin<Heddle> {
	// Also in functions marked optnone: a program built with -O0 is instrumented too.
	static bool isRequired()
	{
		return true;
	}

	PreservedAnalyses run(Module &module, ModuleAnalysisManager &mam)
	{
		auto &fam = mam.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
		for (Function &function : module) {
			if (function.isDeclaration()) {
				continue;
			}
			FunctionPassManager fpm;
			fpm.addPass(SROAPass(SROAOptions::PreserveCFG));
			fam.invalidate(function, fpm.run(function, fam));
		}
		hd_instrument_module(wrap(&module), Flow);
		return PreservedAnalyses::none();
	}
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "heddle", "1", [](PassBuilder &pb) {
			pb.registerPipelineStartEPCallback(
				[](ModulePassManager &mpm, OptimizationLevel) { mpm.addPass(Heddle()); });
		}};
}
