// SPDX-License-Identifier: Apache-2.0
#include "metric/pairs.h"

#include <string.h>

#include "runtime/rt.h"

void hd_pairs_init(struct hd_pairs *p, unsigned n, uint64_t *seen)
{
	p->n = n;
	p->tried = hd_persist_alloc(hd_pairs_count(n) * sizeof(*p->tried));
	p->covered = hd_persist_alloc(hd_pairs_count(n) * sizeof(*p->covered));
	p->seen = seen;
}

void hd_pairs_split(size_t index, unsigned *a, unsigned *b)
{
	unsigned high = 0;

	while (hd_pairs_count(high + 1) <= index) {
		high++;
	}
	*b = high;
	*a = (unsigned)(index - hd_pairs_count(high));
}

uint64_t hd_pairs_score(uint64_t tried, uint64_t covered)
{
	if (tried == 0) {
		return 0;
	}
	uint64_t apart = tried > covered ? tried - covered : covered - tried;
	return (apart > 1 ? apart : 1) * tried;
}

void hd_pairs_reset(struct hd_running_methods *t)
{
	memset(t->active, 0, t->words * sizeof(*t->active));
	t->words = 0;
}

static bool is_active(const struct hd_running_methods *t, unsigned thread)
{
	return t->active[thread / 64] >> thread % 64 & 1;
}

// Other workers count in the same memory. One of several at the same time may be lost, but
// not the first.
static inline void count(struct hd_pairs *p, size_t pair)
{
	if (likely(p->covered[pair] > 0)) {
		p->covered[pair]++;
	} else if (__atomic_fetch_add(&p->covered[pair], 1, __ATOMIC_RELAXED) == 0) {
		__atomic_fetch_add(p->seen, 1, __ATOMIC_RELAXED);
	}
}

// The method and all that thread `h` is in.
static void cover(struct hd_pairs *p, const struct hd_running_methods *t, unsigned h, unsigned method)
{
	unsigned depth = t->threads[h].depth;

	for (unsigned i = 0; i < depth && i < HD_PAIRS_DEPTH; i++) {
		count(p, hd_pairs_index(method, t->threads[h].methods[i]));
	}
}

void hd_pairs_enter(struct hd_pairs *p, struct hd_running_methods *t, unsigned thread, unsigned method)
{
	if (thread >= HD_PAIRS_THREADS) {
		return;
	}
	for (unsigned w = 0; w < t->words; w++) {
		for (uint64_t left = t->active[w]; left; left &= left - 1) {
			unsigned h = 64 * w + (unsigned)__builtin_ctzll(left);
			if (h != thread) {
				cover(p, t, h, method);
			}
		}
	}
	unsigned depth = is_active(t, thread) ? t->threads[thread].depth : 0;
	if (depth < HD_PAIRS_DEPTH) {
		t->threads[thread].methods[depth] = (uint16_t)method;
	}
	t->threads[thread].depth = depth + 1;
	t->active[thread / 64] |= 1ull << thread % 64;
	if (t->words <= thread / 64) {
		t->words = thread / 64 + 1;
	}
}

void hd_pairs_leave(struct hd_running_methods *t, unsigned thread)
{
	if (thread < HD_PAIRS_THREADS && is_active(t, thread) && --t->threads[thread].depth == 0) {
		t->active[thread / 64] &= ~(1ull << thread % 64);
	}
}
