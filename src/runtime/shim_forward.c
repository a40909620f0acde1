// SPDX-License-Identifier: Apache-2.0
// Shims that need no code of their own: functions that are refused by name, and
// those of which only is noted what they change of the process (state.c), some of
// them with paths that lead elsewhere in the sandbox (shim_file.c). The
// real function is reached, whatever its signature, by a tail jump with all
// argument registers as they were.
#include "runtime/files.h"
#include "runtime/shim.h"

#define TEXT(number) #number
#define DIGITS(number) TEXT(number)

#if defined(__x86_64__)

#define BEGIN(name)                                                                                \
	".pushsection heddle_text,\"ax\",@progbits\n"                                                  \
	".globl __heddle_" #name "\n.type __heddle_" #name ", @function\n"                             \
	"__heddle_" #name ":\n"                                                                        \
	"movq hd@GOTPCREL(%rip), %r11\n"                                                               \
	"cmpb $0, (%r11)\n"
#define END(name) ".size __heddle_" #name ", .-__heddle_" #name "\n.popsection\n"

#define REFUSE(name)                                                                               \
	__asm__(BEGIN(name) "jne 1f\n"                                                                 \
	                    "jmp *" #name "@GOTPCREL(%rip)\n"                                          \
	                    "1: subq $8, %rsp\n"                                                       \
	                    "leaq 2f(%rip), %rdi\n"                                                    \
	                    "call hd_fault_refuse\n"                                                   \
	                    "2: .asciz \"" #name "\"\n" END(name));

#define NOTE(name, what)                                                                           \
	__asm__(BEGIN(name) "je 1f\n"                                                                  \
	                    "pushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\n"                         \
	                    "pushq %r8\npushq %r9\npushq %rax\n"                                       \
	                    "movl $" DIGITS(what) ", %edi\n"                                           \
	                    "leaq 2f(%rip), %rsi\n"                                                    \
	                    "call hd_state_note\n"                                                     \
	                    "popq %rax\npopq %r9\npopq %r8\n"                                          \
	                    "popq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\n"                             \
	                    "1: jmp *" #name "@GOTPCREL(%rip)\n"                                       \
	                    "2: .asciz \"" #name "()\"\n" END(name));

#define FILES(name, how, what)                                                                     \
	__asm__(BEGIN(name) "je 1f\n"                                                                  \
	                    "pushq %rax\npushq %r9\npushq %r8\n"                                       \
	                    "pushq %rcx\npushq %rdx\npushq %rsi\npushq %rdi\n"                         \
	                    "movq %rsp, %rdi\n"                                                        \
	                    "movl $" DIGITS(how) ", %esi\nmovl $" DIGITS(what) ", %edx\n"              \
	                    "leaq 2f(%rip), %rcx\n"                                                    \
	                    "call hd_files_forward\n"                                                  \
	                    "popq %rdi\npopq %rsi\npopq %rdx\npopq %rcx\n"                             \
	                    "popq %r8\npopq %r9\npopq %rax\n"                                          \
	                    "1: jmp *" #name "@GOTPCREL(%rip)\n"                                       \
	                    "2: .asciz \"" #name "()\"\n" END(name));

#else

#define BEGIN(name)                                                                                \
	".pushsection heddle_text,\"ax\",@progbits\n"                                                  \
	".globl __heddle_" #name "\n.type __heddle_" #name ", %function\n"                             \
	"__heddle_" #name ":\n"                                                                        \
	"adrp x16, hd\nldrb w17, [x16, :lo12:hd]\n"
#define END ".balign 4\n.popsection\n"

#define REFUSE(name)                                                                               \
	__asm__(BEGIN(name) "cbnz w17, 1f\nb " #name "\n"                                              \
	                    "1: adr x0, 2f\nbl hd_fault_refuse\n"                                      \
	                    "2: .asciz \"" #name "\"\n" END);

#define NOTE(name, what)                                                                           \
	__asm__(BEGIN(name) "cbz w17, 1f\n"                                                            \
	                    "stp x29, x30, [sp, #-80]!\n"                                              \
	                    "stp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\n"                           \
	                    "stp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\n"                           \
	                    "mov x29, sp\n"                                                            \
	                    "mov w0, #" DIGITS(what) "\nadr x1, 2f\n"                                  \
	                    "bl hd_state_note\n"                                                       \
	                    "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\n"                           \
	                    "ldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"                           \
	                    "ldp x29, x30, [sp], #80\n"                                                \
	                    "1: b " #name "\n"                                                         \
	                    "2: .asciz \"" #name "()\"\n" END);

#define FILES(name, how, what)                                                                     \
	__asm__(BEGIN(name) "cbz w17, 1f\n"                                                            \
	                    "stp x29, x30, [sp, #-80]!\n"                                              \
	                    "stp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\n"                           \
	                    "stp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\n"                           \
	                    "mov x29, sp\n"                                                            \
	                    "add x0, sp, #16\n"                                                        \
	                    "mov w1, #" DIGITS(how) "\nmov w2, #" DIGITS(what) "\nadr x3, 2f\n"        \
	                    "bl hd_files_forward\n"                                                    \
	                    "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\n"                           \
	                    "ldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"                           \
	                    "ldp x29, x30, [sp], #80\n"                                                \
	                    "1: b " #name "\n"                                                         \
	                    "2: .asciz \"" #name "()\"\n" END);

#endif

#define HD_REDIRECT(name, kind)
#define HD_REFUSE(name) REFUSE(name)
#define HD_STATE(name, what) NOTE(name, HD_STATE_##what)
#define HD_FILE(name, how, what) FILES(name, HD_FILE_##how, HD_STATE_##what)
#include "abi/redirects.def"
#undef HD_REDIRECT
#undef HD_REFUSE
#undef HD_STATE
#undef HD_FILE
