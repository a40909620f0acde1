// SPDX-License-Identifier: Apache-2.0
#include "strategy/pairs.h"

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

void hd_pairs_reset(struct hd_pairs_trace *t)
{
	t->round++;
	t->nthreads = 0;
}

void hd_pairs_enter(struct hd_pairs *p, struct hd_pairs_trace *t, unsigned thread, unsigned method)
{
	if (thread >= HD_PAIRS_THREADS) {
		return;
	}
	if (thread >= t->nthreads) {
		t->nthreads = thread + 1;
	}
	for (unsigned h = 0; h < t->nthreads; h++) {
		if (h == thread || t->threads[h].round != t->round) {
			continue;
		}
		for (unsigned i = 0; i < t->threads[h].depth && i < HD_PAIRS_DEPTH; i++) {
			p->covered[hd_pairs_index(method, t->threads[h].methods[i])]++;
		}
	}
	if (t->threads[thread].round != t->round) {
		t->threads[thread].round = t->round;
		t->threads[thread].depth = 0;
	}
	unsigned depth = t->threads[thread].depth++;
	if (depth < HD_PAIRS_DEPTH) {
		t->threads[thread].methods[depth] = (uint16_t)method;
	}
}

void hd_pairs_leave(struct hd_pairs_trace *t, unsigned thread)
{
	if (thread < HD_PAIRS_THREADS && t->threads[thread].round == t->round && t->threads[thread].depth > 0) {
		t->threads[thread].depth--;
	}
}
