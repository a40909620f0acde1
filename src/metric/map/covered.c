// SPDX-License-Identifier: Apache-2.0
#include "metric/map/covered.h"

#include <stdatomic.h>
#include <string.h>

#include "runtime/rt.h"

void hd_map_set_init(struct hd_map_set *s, unsigned bits)
{
	s->slots = hd_persist_alloc(sizeof(*s->slots) << bits);
	s->mask = ((size_t)1 << bits) - 1;
	s->n = s->left_out = 0;
}

bool hd_map_set_has(const struct hd_map_set *s, uint64_t key)
{
	uint64_t here;

	for (size_t i = key & s->mask; (here = atomic_load_explicit(&s->slots[i], memory_order_relaxed));
		i = (i + 1) & s->mask) {
		if (here == key) {
			return true;
		}
	}
	return false;
}

bool hd_map_set_add(struct hd_map_set *s, uint64_t key)
{
	for (size_t i = key & s->mask;; i = (i + 1) & s->mask) {
		uint64_t here = atomic_load_explicit(&s->slots[i], memory_order_relaxed);
		if (here == key) {
			return false;
		}
		if (here == 0) {
			if (s->n > s->mask - s->mask / 4) {
				s->left_out++;
				return false;
			}
			if (atomic_compare_exchange_strong(&s->slots[i], &here, key)) {
				s->n++;
				return true;
			}
			if (here == key) {
				return false; // another worker was faster
			}
		}
	}
}

void hd_map_set_clear(struct hd_map_set *s)
{
	memset((void *)s->slots, 0, (s->mask + 1) * sizeof(*s->slots));
	s->n = 0;
}
