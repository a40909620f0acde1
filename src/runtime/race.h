// SPDX-License-Identifier: Apache-2.0
// Data races by happens-before (race.c).
#ifndef HD_RUNTIME_RACE_H
#define HD_RUNTIME_RACE_H

#include "runtime/attributes.h"
#include "runtime/fiber.h"

void hd_race_acquire(const struct hd_clock *from);
void hd_race_release(struct hd_clock *into);        // join into
void hd_race_release_store(struct hd_clock *into);  // replace
void hd_race_tick(struct hd_fiber *f);
HD_ASIDE void hd_race_check(struct hd_cell *c, unsigned mask, bool write, bool atomic, const struct hd_site *site,
	uintptr_t address);
void hd_race_reset(void);

#endif
