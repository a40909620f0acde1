// SPDX-License-Identifier: Apache-2.0
// void hd_fiber_switch(void **save_sp, void *load_sp), AAPCS64: x19-x30, d8-d15.
#if defined(__aarch64__)
	.text
	.globl	hd_fiber_switch
	.hidden	hd_fiber_switch
	.type	hd_fiber_switch, %function
	.p2align 4
hd_fiber_switch:
	.cfi_startproc
	sub	sp, sp, #160
	stp	d8, d9, [sp, #0]
	stp	d10, d11, [sp, #16]
	stp	d12, d13, [sp, #32]
	stp	d14, d15, [sp, #48]
	stp	x19, x20, [sp, #64]
	stp	x21, x22, [sp, #80]
	stp	x23, x24, [sp, #96]
	stp	x25, x26, [sp, #112]
	stp	x27, x28, [sp, #128]
	stp	x29, x30, [sp, #144]
	mov	x9, sp
	str	x9, [x0]
	mov	sp, x1
	ldp	d8, d9, [sp, #0]
	ldp	d10, d11, [sp, #16]
	ldp	d12, d13, [sp, #32]
	ldp	d14, d15, [sp, #48]
	ldp	x19, x20, [sp, #64]
	ldp	x21, x22, [sp, #80]
	ldp	x23, x24, [sp, #96]
	ldp	x25, x26, [sp, #112]
	ldp	x27, x28, [sp, #128]
	ldp	x29, x30, [sp, #144]
	add	sp, sp, #160
	ret
	.cfi_endproc
	.size	hd_fiber_switch, .-hd_fiber_switch

	.globl	hd_fiber_entry
	.hidden	hd_fiber_entry
	.type	hd_fiber_entry, %function
	.p2align 4
hd_fiber_entry:
	.cfi_startproc
	.cfi_undefined x30
	mov	x29, #0
	bl	hd_fiber_main
	brk	#1
	.cfi_endproc
	.size	hd_fiber_entry, .-hd_fiber_entry
#endif
	.section .note.GNU-stack,"",%progbits
