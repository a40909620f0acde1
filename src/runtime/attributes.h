// SPDX-License-Identifier: Apache-2.0
// How the engine is compiled: its sections, and what a function promises to the optimiser.
#ifndef HD_RUNTIME_ATTRIBUTES_H
#define HD_RUNTIME_ATTRIBUTES_H

// All code of the engine lies in one section, so that stacks can leave it out, and
// its variables in two, so that the code under test can be kept out. Where the engine is
// linked as one module, the linker makes the section of code: hot functions first, beside
// each other (scripts/engine.ld). A section named here would keep the order of the sources.
#ifdef __clang__
#ifndef HD_ONE_MODULE
#pragma clang section text = "heddle_text"
#endif
#pragma clang section data = "heddle_data"
#pragma clang section bss = "heddle_bss"
#endif

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define HD_NORETURN __attribute__((noreturn))
#define HD_COLD __attribute__((cold, noinline))
// Between code under test and a switch: each level of calls costs (fiber.h).
#define HD_FLAT __attribute__((always_inline))
// The loop that follows seldom has more than a few rounds.
#ifdef __clang__
#define HD_FEW _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define HD_FEW
#endif
// The call that follows is a jump: no frame is left behind.
#ifdef __clang__
#define HD_TAIL __attribute__((musttail))
#else
#define HD_TAIL
#endif
// Out-of-line parts of hot functions: they save every register themselves, so
// that the hot path need not.
#if defined(__clang__) && defined(__x86_64__)
#define HD_ASIDE __attribute__((noinline, preserve_most))
#else
#define HD_ASIDE __attribute__((noinline))
#endif

#endif
