// SPDX-License-Identifier: Apache-2.0
// void hd_fiber_switch(void **save_sp, void *load_sp)
// Saves what the System V ABI lets a callee not change, on the stack it leaves.
// hd_fiber_prepare() lays out a new stack so that the first switch to it
// returns into hd_fiber_entry.
#if defined(__x86_64__)
	.text
	.globl	hd_fiber_switch
	.hidden	hd_fiber_switch
	.type	hd_fiber_switch, @function
	.p2align 4
hd_fiber_switch:
	.cfi_startproc
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	retq
	.cfi_endproc
	.size	hd_fiber_switch, .-hd_fiber_switch

	.globl	hd_fiber_entry
	.hidden	hd_fiber_entry
	.type	hd_fiber_entry, @function
	.p2align 4
hd_fiber_entry:
	.cfi_startproc
	.cfi_undefined rip
	xorl	%ebp, %ebp
	call	hd_fiber_main
	ud2
	.cfi_endproc
	.size	hd_fiber_entry, .-hd_fiber_entry
#endif
	.section .note.GNU-stack,"",@progbits
