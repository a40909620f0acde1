// SPDX-License-Identifier: Apache-2.0
// Sites: the places in the code under test that hooks are called from (sites.c; module.c
// has the list of each module).
#ifndef HD_RUNTIME_SITES_H
#define HD_RUNTIME_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/model.h"

extern struct hd_module *hd_modules;
extern const struct hd_site *__heddle_callsite;

// The site noted before the current library call; forgotten by asking.
static inline const struct hd_site *hd_callsite(void)
{
	const struct hd_site *s = __heddle_callsite;
	__heddle_callsite = NULL;
	return s;
}

// Sites of all modules, numbered from 1; 0: none.
unsigned hd_site_id(const struct hd_site *s);
const struct hd_site *hd_site_by_id(unsigned id);
// The one at the same place in the source and in its function, NULL: none. Directories do not count.
const struct hd_site *hd_site_like(const struct hd_site *place);
// The one at this place in its function, NULL: none. Other code may have changed.
const struct hd_site *hd_site_in(const char *function, const char *file, unsigned block, unsigned index);
bool hd_site_is_outside_main(const struct hd_site *s); // in another source file than main()
// A site is known by the low half of its address.
const struct hd_site *hd_site_from_low(uint32_t low);

#endif
