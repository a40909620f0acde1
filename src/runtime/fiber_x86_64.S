// SPDX-License-Identifier: Apache-2.0
// Where hd_fiber_prepare() lets a new fiber begin; the switch is in fiber.h.
#if defined(__x86_64__)
	.text
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
