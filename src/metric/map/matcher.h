// SPDX-License-Identifier: Apache-2.0
// Finds the patterns in an execution.
//
// A *label* is what the steps of patterns are told apart by: thread, site, address, and
// whether it reads or writes: an atomic read-modify-write is an access of each kind, the read
// first, with nothing between them. An execution has few labels, however often it comes by each. Two numbers
// for each two labels decide every pattern: when j first comes after i, and when k
// last comes before c. (i, j, k, c) is there iff the first time is before the second.
//
// A *place* is a variable at an address. The order of the accesses to two places decides
// the patterns of the two, so each order (its hash) is matched once; executions that differ
// mostly repeat the orders of most of their pairs. No pattern has reads of two threads, so
// reads in another order between the same writes are the same order. The hashes are made while
// the accesses come in; patterns are looked for at the end, in pairs whose order is new.
//
// Bounds: HD_MAP_LABELS labels of an execution, HD_MAP_WORK attempts, and 2^16 accesses; what
// goes beyond is not matched, and said so.
#ifndef HD_MAP_MATCHER_H
#define HD_MAP_MATCHER_H

#include "metric/map/patterns.h"
#include "runtime/table.h"

#define HD_MAP_LABELS 128
#define HD_MAP_PAIRS (HD_MAP_LABELS * (HD_MAP_LABELS + 1) / 2) // of places
#define HD_MAP_WORK 50000
#define HD_MAP_ACCESSES UINT16_MAX
#define HD_MAP_KNOWN (1u << 17)

struct hd_map_access {
	uintptr_t address;
	uint32_t site, var; // id; number in the model
	uint32_t step; // own step of the thread
	uint8_t thread;
	bool write;
};

struct hd_map_label {
	struct hd_map_access what;
	uint64_t hash;        // of thread and site; threads in order of appearance
	uint16_t first, last; // when, from 1
	uint8_t place, visitor;
	uint8_t thread; // its number in order of appearance
};

// A thread that comes to a place.
struct hd_map_visitor {
	uint8_t thread;
	uint8_t labels[2]; // first in the list of those that read there, and that write
	uint16_t first, last; // when, from 1
	uint8_t next;      // visitor of the place
};

struct hd_map_place {
	uintptr_t address;
	uint32_t var;
	uint8_t visitors; // first in the list
	bool shared;      // by two threads, one of which writes
};

// Hash of an order of accesses.
struct hd_map_order {
	uint64_t hash;     // up to the last write
	uint64_t reads[2]; // since then, by threads of even and of odd number
};

// [j][i]: when j comes in a direction of time for the first time after i has come.
typedef uint16_t hd_map_times[HD_MAP_LABELS][HD_MAP_LABELS];

// For each pattern found, perhaps more than once, with the label of its last step.
typedef void hd_map_found_fn(void *context, const struct hd_map_pattern *p, const struct hd_map_label *last);

struct hd_map_matcher {
	struct hd_map_label labels[HD_MAP_LABELS]; // in order of appearance
	uint8_t next[HD_MAP_LABELS];               // by label: another one of the same visitor and kind of access
	struct hd_map_visitor visitors[HD_MAP_LABELS];
	struct hd_map_place places[HD_MAP_LABELS];
	unsigned nlabels, nvisitors, nplaces;
	struct hd_table_entry entries[2 * HD_MAP_LABELS];
	struct hd_table accesses; // that have a label each
	uint8_t sequence[HD_MAP_ACCESSES];      // labels, as they came
	unsigned n;
	uint64_t salt;
	struct hd_map_order orders[HD_MAP_PAIRS]; // of the accesses to two places; close together: few are used
	uint8_t threads[HD_MAP_LABELS]; // in order of appearance
	unsigned nthreads;
	uint64_t *known; // HD_MAP_KNOWN orders matched before, by hash; NULL: all are new
	hd_map_times after;  // when j first comes after i; UINT16_MAX: never
	hd_map_times before; // when j last comes before i; 0: never
	bool timed;          // both were made
	uint32_t work;
	bool bounded; // something was left out
	hd_map_found_fn *found;
	void *context;
};

// Starts an execution. What is known counts only for the same salt.
void hd_map_matcher_begin(struct hd_map_matcher *m, uint64_t salt, hd_map_found_fn *found, void *context);
// The next access.
void hd_map_matcher_access(struct hd_map_matcher *m, const struct hd_map_access *a);
// After the last: finds the patterns of orders that were not known. False: all were.
bool hd_map_matcher_finish(struct hd_map_matcher *m);

#endif
