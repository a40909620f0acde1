// SPDX-License-Identifier: Apache-2.0
// Where a lock is taken: at the site, or if that is in a lock helper, in the function that called it.
#include "metric/sync/place.h"

#include "model/calls.h"
#include "model/helpers.h"

uint16_t hd_sync_place(struct hd_sync_pairs *p, const struct hd_site *site, const struct hd_fiber *f)
{
	struct hd_stack stack;

	if (!site || likely(!hd_helpers_have(site->func))) {
		return hd_sync_pairs_place(p, site);
	}
	hd_stack_capture(&stack, f->id, f == hd.cur ? __builtin_frame_address(0) : hd_fiber_saved_frame(f));
	const struct hd_func *caller = hd_helpers_caller(&stack);
	return caller ? hd_sync_pairs_caller(p, caller, hd_helpers_line(caller)) : hd_sync_pairs_place(p, site);
}

// ---- for other campaigns and machines ------------------------------------------------------

#define CALLER 0x40000000u

uint32_t hd_sync_place_number(const struct hd_sync_pairs *p, const struct hd_site *place)
{
	return hd_sync_pairs_is_caller(p, place) ? CALLER | hd_calls_number(place->func) : hd_site_id(place);
}

uint16_t hd_sync_place_by_number(struct hd_sync_pairs *p, uint32_t number)
{
	uint32_t left = number & ~CALLER;

	if (!(number & CALLER)) {
		return hd_sync_pairs_place(p, hd_site_by_id(number));
	}
	for (const struct hd_module *m = hd_modules; m; m = m->next) {
		if (left < (uint32_t)(m->funcs_end - m->funcs)) {
			return hd_sync_pairs_caller(p, m->funcs + left, hd_helpers_line(m->funcs + left));
		}
		left -= (uint32_t)(m->funcs_end - m->funcs);
	}
	return HD_SYNC_NOWHERE;
}
