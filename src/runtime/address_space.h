// SPDX-License-Identifier: Apache-2.0
// Where everything lies. Addresses are fixed, so that the same schedule gets the same
// addresses in every process (memory.c reserves them).
#ifndef HD_RUNTIME_ADDRESS_SPACE_H
#define HD_RUNTIME_ADDRESS_SPACE_H

#define HD_MAX_FIBERS 256
#define HD_USABLE_FIBERS 254 // the owner of a cell is one byte, with two marks (access.h)

// The shadow covers addresses modulo 32 GiB, its window. The arena lies from 4 GiB
// on in it: the null page and a program at low addresses have cells of their own. So
// have pointers whose upper half was lost, and these lie above such a program.
#define HD_WINDOW_BITS 35
#define HD_NULL_SIZE 0x10000ull                    // addresses below are null with an offset
#define HD_ARENA_BASE 0x1100000000ull              // heap, then stacks
#define HD_SMALL_BASE (HD_ARENA_BASE + 0x10000000) // blocks below LARGE_BLOCK (heap.c)
#define HD_SMALL_SIZE 0x080000000ull               // 2 GiB
#define HD_LARGE_BASE (HD_SMALL_BASE + HD_SMALL_SIZE)
#define HD_LARGE_SIZE 0x100000000ull               // 4 GiB
#define HD_STACK_BASE (HD_LARGE_BASE + HD_LARGE_SIZE)
// For each fiber, from low to high: thread-locals, a guard without access, the
// stack. That has the system's 8 MiB, and room for frames of the engine's own.
#define HD_TLS_SIZE 0x80000ull
#define HD_GUARD 0x100000ull // more than any frame of code that does not probe its stack
#define HD_STACK_USABLE 0x880000ull
#define HD_STACK_SIZE (HD_TLS_SIZE + HD_GUARD + HD_STACK_USABLE)
#define HD_ARENA_END (HD_STACK_BASE + HD_MAX_FIBERS * HD_STACK_SIZE)
#define HD_ARGS_BASE (HD_ARENA_END + HD_GUARD)     // argv, then environment variables (args.c)
#define HD_ARGS_SIZE 0x1000000ull                  // twice what the system allows
#define HD_MAP_BASE 0x1400000000ull                // mappings of the code under test (shim_map.c)
#define HD_MAP_SIZE 0x100000000ull                 // 4 GiB
#define HD_SHADOW_BASE 0x2000000000ull             // then all other memory of the engine's (memory.c)

#endif
