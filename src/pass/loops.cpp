// SPDX-License-Identifier: Apache-2.0
// The loops of a function, by LLVM's own analysis. It is CycleInfo rather than
// LoopInfo, which knows only loops with a single entry: a `goto` into the middle of
// a loop, or a switch around one, would hide it.
#include "pass/pass.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/CycleInfo.h>
#include <llvm/IR/Function.h>

using namespace llvm;

using BlockSet = SmallPtrSet<BasicBlock *, 32>;

// A way round that stays in `loop` without its header is one of an inner loop, so
// only those through the header count.
static bool can_go_round(const Cycle &loop, const BlockSet &avoided)
{
	BasicBlock *header = loop.getHeader();
	SmallVector<BasicBlock *> reached = {header};
	BlockSet seen;

	while (!reached.empty()) {
		for (BasicBlock *next : successors(reached.pop_back_val())) {
			if (next == header) {
				return true;
			}
			if (loop.contains(next) && !avoided.contains(next) && seen.insert(next).second) {
				reached.push_back(next);
			}
		}
	}
	return false;
}

unsigned hd_loops_avoiding(LLVMValueRef func, bool (*avoid)(LLVMBasicBlockRef), LLVMBasicBlockRef *headers)
{
	auto &function = *unwrap<Function>(func);
	CycleInfo loops;
	BlockSet avoided;
	unsigned n = 0;

	loops.compute(function);
	for (BasicBlock &block : function) {
		if (avoid(wrap(&block))) {
			avoided.insert(&block);
		}
	}
	for (BasicBlock &block : function) {
		const Cycle *loop = loops.getCycle(&block);
		bool is_header = loop && loop->getHeader() == &block;
		if (is_header && !avoided.contains(&block) && can_go_round(*loop, avoided)) {
			headers[n++] = wrap(&block);
		}
	}
	return n;
}
