// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "gauge.h"

void gauge_init(struct gauge *gauge, long value)
{
	atomic_init(&gauge->value, value);
}

void gauge_fini(struct gauge *gauge)
{
	(void)gauge;
}

long gauge_add(struct gauge *gauge, long amount)
{
	return atomic_fetch_add(&gauge->value, amount);
}

bool gauge_raise(struct gauge *gauge, long least)
{
	long value = atomic_load(&gauge->value);
	while (value < least) {
		if (atomic_compare_exchange_weak(&gauge->value, &value, least)) {
			return true;
		}
	}
	return false;
}

bool gauge_take(struct gauge *gauge)
{
	long value = atomic_load(&gauge->value);
	while (value > 0) {
		if (atomic_compare_exchange_weak(&gauge->value, &value, value - 1)) {
			return true;
		}
	}
	return false;
}

long gauge_exchange(struct gauge *gauge, long value)
{
	return atomic_exchange(&gauge->value, value);
}

long gauge_get(struct gauge *gauge)
{
	return atomic_load(&gauge->value);
}
