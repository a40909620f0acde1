// SPDX-License-Identifier: Apache-2.0
// Whose heap hands freed blocks out again (--heap reuse). That way an address comes back, as it does
// in production, and a compare-and-swap takes a new object for an old one (ABA). But a use after free
// may hit a live block then and go unnoticed, so it is a share of tests and executions, and only of
// code that has something to gain from it.
#include "engine/engine.h"

#define ONE_IN 4

// Is there a compare-and-swap of something as large as a pointer?
static bool has_swaps(void)
{
	static int known; // 0: not yet

	for (const struct hd_module *m = hd_modules; m && !known; m = m->next) {
		for (const struct hd_site *s = m->sites; s < m->sites_end && !known; s++) {
			known = s->flags & HD_SITE_CAS && s->size >= sizeof(void *) ? 1 : 0;
		}
	}
	known = known ? known : -1;
	return known > 0;
}

static bool has_turn(uint64_t number)
{
	const struct hd_campaign *c = hd_campaign;
	bool automatic = c->scheduler == &hd_scheduler_auto && (!c->strategy || c->strategy == &hd_strategy_auto);

	switch (c->control->config.reuse) {
	case HD_HEAP_REUSE:
		return true;
	case HD_HEAP_FRESH:
		return false;
	default:
		return automatic && number % ONE_IN == ONE_IN - 1 && has_swaps();
	}
}

enum hd_heap_reuse hd_reuse_of(uint64_t number)
{
	return !has_turn(number) ? HD_REUSE_NONE : number / ONE_IN % 2 ? HD_REUSE_OLDEST : HD_REUSE_NEWEST;
}
