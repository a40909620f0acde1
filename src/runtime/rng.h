// SPDX-License-Identifier: Apache-2.0
// Small, fast, seedable random numbers (splitmix64 and a multiply-shift range).
#ifndef HD_RUNTIME_RNG_H
#define HD_RUNTIME_RNG_H

#include <stdint.h>

static inline uint64_t hd_mix(uint64_t x)
{
	x ^= x >> 30;
	x *= 0xbf58476d1ce4e5b9ull;
	x ^= x >> 27;
	x *= 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static inline uint64_t hd_rng(uint64_t *s)
{
	return hd_mix(*s += 0x9e3779b97f4a7c15ull);
}

// The upper half of random bits, as a number below n.
static inline uint32_t hd_scale(uint64_t bits, uint32_t n)
{
	return (uint32_t)((bits >> 32) * n >> 32);
}

// Uniform in [0, n).
static inline uint32_t hd_rng_below(uint64_t *s, uint32_t n)
{
	return hd_scale(hd_rng(s), n);
}

#endif
