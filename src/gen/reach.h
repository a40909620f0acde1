// SPDX-License-Identifier: Apache-2.0
// The blocks of the heap that can be reached from some memory: a word that has the value of an
// address in a block is taken for a pointer to it. Blocks are numbered in the order in which they
// are found. One walk at a time.
#ifndef HD_GEN_REACH_H
#define HD_GEN_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_REACH_BLOCKS 2048 // a power of two
#define HD_REACH_WORDS 131072 // 1 MiB

// most: words that it may look at, at most HD_REACH_WORDS.
void hd_reach_begin(size_t most);
// The number of a block, which is looked into later.
uint32_t hd_reach_number(uintptr_t block);
// Tells all words of some memory.
typedef void hd_reach_word(uint64_t word);
void hd_reach_memory(uintptr_t from, size_t size, hd_reach_word *tell);
// The same of the globals of the code under test.
void hd_reach_globals(hd_reach_word *tell);
// The block with this number; 0: there is none.
uintptr_t hd_reach_block(uint32_t number);
// Has it been found?
bool hd_reach_has(uintptr_t block);
// Was there too much of it? Then what was found is not all.
bool hd_reach_overflows(void);

#endif
