// SPDX-License-Identifier: Apache-2.0
// The switch from one fiber to another: what the ABI lets a callee not change
// is left on the stack that is left, and the stack pointer is all that is kept.
//
// On x86-64 it is inlined, and goes on by a jump and not by a return: after a
// switch the processor's stack of return addresses is another fiber's, so each
// level of calls between the switch and the code under test costs a
// misprediction. The caller is compiled without a red zone.
#ifndef HD_RUNTIME_FIBER_SWITCH_H
#define HD_RUNTIME_FIBER_SWITCH_H

#include <stdint.h>

#if defined(__x86_64__)

#define HD_FIBER_SAVED_WORDS 2 // where to go on, rbp
#define HD_FIBER_ENTRY_WORD 0
#define HD_FIBER_FRAME_WORD 1

__attribute__((always_inline)) static inline void hd_fiber_switch(void **save_sp, void *load_sp)
{
	__asm__ volatile("pushq %%rbp\n\t"
			 "leaq 1f(%%rip), %%rax\n\t"
			 "pushq %%rax\n\t"
			 "movq %%rsp, (%0)\n\t"
			 "movq %1, %%rsp\n\t"
			 "popq %%rax\n\t"
			 "popq %%rbp\n\t"
			 "jmpq *%%rax\n"
			 "1:"
		: "+D"(save_sp), "+S"(load_sp)
		:
		: "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",
		"xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
		"xmm14", "xmm15", "memory", "cc");
}

#elif defined(__aarch64__)

#define HD_FIBER_SAVED_WORDS 20 // d8-d15, x19-x29; then x30
#define HD_FIBER_FRAME_WORD 18
#define HD_FIBER_ENTRY_WORD 19

void hd_fiber_switch(void **save_sp, void *load_sp);

#else
#error "no fiber switch for this processor"
#endif

#endif
