// SPDX-License-Identifier: Apache-2.0
// What the harnesses of several ranks say to each other (abi/ring.h). Only the zygote does.
#ifndef HD_ENGINE_EXCHANGE_H
#define HD_ENGINE_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/ring.h"

enum hd_exchange_kind {
	HD_EXCHANGE_LOST = HD_LETTER_LOST,
	HD_EXCHANGE_OVER = HD_LETTER_OVER, // so is rank 0's part of a search: nobody will have branches to give
	HD_EXCHANGE_GOALS, // that are covered (exchange.c)
	// Of an exhaustive search (branches.c).
	HD_EXCHANGE_BRANCH,   // to be explored
	HD_EXCHANGE_LEARNED,  // of a node above a branch, for the rank that gave it
	HD_EXCHANGE_EXPLORED, // so is a branch, for the rank that gave it
	HD_EXCHANGE_IDLE,     // for rank 0: this one has nothing to do
	HD_EXCHANGE_BUSY,     // ... has something to do
	HD_EXCHANGE_WANTED,   // by rank 0: this rank (uint16_t) needs a branch
};

// exchange.c
void hd_exchange_begin(void); // before any worker
bool hd_exchange_is_on(void);
unsigned hd_exchange_tend(unsigned ms); // now and then; gives when it wants to be called again, ms at most
void hd_exchange_end(void); // no worker is left
bool hd_exchange_has_room(void); // for a letter of any size
bool hd_exchange_send(enum hd_exchange_kind kind, unsigned rank, const void *data, size_t size); // false: no room
void hd_exchange_take_own(void); // a worker, between executions: what has come for states of its own
// branches.c: branches of an exhaustive search go from ranks that have some to those that have none
void hd_branches_begin(void); // before any worker
bool hd_branches_take(enum hd_exchange_kind kind, unsigned rank, const char *data, size_t size); // false: not now
unsigned hd_branches_tend(unsigned ms);

#endif
