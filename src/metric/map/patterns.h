// SPDX-License-Identifier: Apache-2.0
// The 17 memory-access patterns of MAPTest (Wang, Zhao, Chen, Liu, Sun, Lin, ASE
// 2019, table I): what is covered of a set of executions.
//
// A pattern is a type and one site for each of its steps. Which threads make the
// steps does not matter beyond who is the same, so it is not part of a pattern. The
// set of all patterns is never made: it has a size, and a pattern has a key.
#ifndef HD_MAP_PATTERNS_H
#define HD_MAP_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"
#include "runtime/rng.h"

#define HD_MAP_TYPES 17
#define HD_MAP_STEPS 4

struct hd_map_step {
	uint8_t thread; // 0: a, 1: b
	uint8_t var;    // 0: x, 1: y
	bool write;
};

struct hd_map_type {
	uint8_t nsteps, nvars;
	struct hd_map_step steps[HD_MAP_STEPS];
};

extern const struct hd_map_type hd_map_types[HD_MAP_TYPES + 1]; // by the paper's number, from 1

struct hd_map_pattern {
	uint8_t type;
	uint32_t sites[HD_MAP_STEPS]; // ids; 0 beyond the steps of the type
};

// Type of a pattern of two or three steps on one variable, by what they write; 0: none.
unsigned hd_map_type_of(unsigned nsteps, const bool *writes);

// "read, write by another, read"
size_t hd_map_describe(unsigned type, char *out, size_t size);

// Equal for equal patterns; different for different ones except with probability 2^-64. Every step of a
// search for patterns makes one, so its parts do not wait for each other.
#define HD_MAP_KEY_BITS 58 // the type is above them, so that no key is 0
static inline uint64_t hd_map_key(unsigned class, const struct hd_map_pattern *p)
{
	uint64_t first = ((uint64_t)p->sites[0] << 32 | p->sites[1]) * 0x9e3779b97f4a7c15u;
	uint64_t last = ((uint64_t)p->sites[2] << 32 | p->sites[3]) * 0xc2b2ae3d27d4eb4fu;
	uint64_t kind = ((uint64_t)class << 8 | p->type) * 0xd6e8feb86659fd93u;
	uint64_t hash = hd_mix(first ^ (last << 32 | last >> 32) ^ kind);

	return (uint64_t)p->type << HD_MAP_KEY_BITS | hash >> (64 - HD_MAP_KEY_BITS);
}

// Number of sites that read and write one variable.
struct hd_map_counts {
	uint64_t reads, writes;
};

// TC: how many patterns these variables have.
uint64_t hd_map_size(const struct hd_map_counts *vars, size_t n);
// TC of a class: of all instructions of the program; only of those that concurrent calls can make, as
// constructors happen before and destructors after them.
uint64_t hd_map_size_of_program(const struct hd_model *m);
uint64_t hd_map_size_of_calls(const struct hd_model *m);

#endif
