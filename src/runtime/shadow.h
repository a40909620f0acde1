// SPDX-License-Identifier: Apache-2.0
// The shadow: one cell for every 8 bytes of memory.
#ifndef HD_RUNTIME_SHADOW_H
#define HD_RUNTIME_SHADOW_H

#include <stdint.h>

#include "runtime/clock.h"

enum {
	HD_CELL_FREED = 1,       // part of a freed block
	HD_CELL_HEADER = 2,      // header of a block
	HD_CELL_WRITE_ATOMIC = 4,
	HD_CELL_READ_ATOMIC = 8,
	HD_CELL_LIST = 16,       // `read` is an index of lists of accesses (race.c)
};

struct hd_cell {
	uint32_t gen;      // fields below are valid iff equal to hd.gen
	uint16_t shared;   // equal to hd.test: seen shared in some execution of this test
	uint8_t owner;     // fiber + 1 that touched it alone; 0: none yet
	uint8_t valid;     // bytes that may be accessed, 0 to 8
	hd_epoch write;    // last write; 0: only read so far
	hd_epoch read;     // last read
	uint8_t write_mask, read_mask; // the bytes of the last write and read
	uint8_t flags;
	uint8_t pad;
	uint32_t write_site, read_site;
	uint32_t sync; // index of the synchronization object at this address, 0: none
};

static inline struct hd_cell *hd_cell_of(uintptr_t a)
{
	uintptr_t in_window = a & ((1ull << HD_WINDOW_BITS) - 8);
	return (struct hd_cell *)(HD_SHADOW_BASE + in_window * (sizeof(struct hd_cell) / 8));
}

#endif
