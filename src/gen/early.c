// SPDX-License-Identifier: Apache-2.0
// What lies behind a pointer that a call returned, at the moment when it returned: a caller may look at it at once, and
// results are gathered when all threads have ended. Only what no thread of the test has written by then is of
// interest: if it is something else in the end, it was handed out before it was filled in. What some thread has
// written may be in change under a lock that the caller does not have (a count of references), and says nothing.
#include "gen/results.h"
#include "gen/run.h"
#include "runtime/access.h"

// The caller looks at it: who writes it must be stopped before that, from the next execution of the test on.
static void touch(const unsigned char *p)
{
	struct hd_cell *c = hd_cell_of((uintptr_t)p);

	if (c->gen != hd.gen) { // a global
		hd_heap_fresh_cell(c, (uintptr_t)p, 1, false, NULL);
	}
	hd_access_own(c, false);
}

// Has no concurrent thread written this byte? What the prefix writes is not noted in the cell.
static bool is_untouched(const unsigned char *p)
{
	uintptr_t a = (uintptr_t)p;
	const struct hd_cell *c = hd_cell_of(a);

	return !(c->flags & HD_CELL_LIST) && !(c->write && c->write_mask >> (a & 7) & 1);
}

static size_t size_behind(const struct hd_api_type *t)
{
	size_t size = t->kind == HD_API_STRUCT_POINTER ? __heddle_api.structs[t->type].size
		: t->kind == HD_API_STRING             ? HD_RESULT_STRUCT
						       : 0;

	return size < HD_RESULT_STRUCT ? size : HD_RESULT_STRUCT;
}

void hd_early_keep(const struct hd_call_data *c, struct hd_frame *f)
{
	const struct hd_api_type *t = &hd_function(c->function)->result;
	const unsigned char *p = f->result.p;
	size_t n = 0, size = p && hd_call_counts(c) ? size_behind(t) : 0;
	bool ends = false;

	for (; n < size && !ends && hd_result_is_there(p + n); n++) {
		if (n == 0 || ((uintptr_t)(p + n) & 7) == 0) {
			touch(p + n);
		}
		f->early[n] = p[n];
		f->untouched[n] = is_untouched(p + n);
		ends = t->kind == HD_API_STRING && p[n] == '\0';
	}
	f->nearly = (uint32_t)n;
}
