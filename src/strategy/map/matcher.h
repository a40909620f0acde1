// SPDX-License-Identifier: Apache-2.0
// Finds the patterns in an execution, in one pass over its accesses.
//
// A *label* is what the steps of patterns are told apart by: thread, site and
// address. An execution has few labels, however often it comes by each. Of each
// the matcher keeps when it last came, and for each two of them when the second
// first came after the first. That decides every pattern: (i, j, k, now) is there
// iff k came after j first came after i. An access that no other thread's access
// lies between since the same label was last there completes nothing new.
//
// A *place* is a variable at an address. The order of the accesses to two places decides
// the patterns of the two, so each order (its hash) is matched once; executions that differ
// mostly repeat the orders of most of their pairs. The hashes are made while the
// accesses come in; the pass is made at the end, for pairs whose order is new.
//
// Bounds: HD_MAP_LABELS labels of an execution, HD_MAP_WORK attempts, and 2^16 accesses; what
// goes beyond is not matched, and said so.
#ifndef HD_MAP_MATCHER_H
#define HD_MAP_MATCHER_H

#include "strategy/map/patterns.h"

#define HD_MAP_LABELS 128 // bits of a set
#define HD_MAP_WORK 50000
#define HD_MAP_BUCKETS 256 // more than labels
#define HD_MAP_ACCESSES UINT16_MAX
#define HD_MAP_KNOWN (1u << 15)

struct hd_map_access {
	uintptr_t address;
	uint32_t site, var; // id; number in the model
	uint32_t step; // own step of the thread
	uint8_t thread;
	bool write;
};

struct hd_map_label {
	struct hd_map_access what;
	uint16_t place; // number of its variable instance: same variable and address
	uint16_t known; // so many labels have their entry in `after` for it
	uint16_t first, last; // when; 0: not yet
	uint16_t paired;  // when it last came and was, for the first time, after some label of another thread
	uint16_t tripled; // when it last came after two labels that were paired since it came before
	uint64_t hash;  // of thread and site
};

typedef unsigned __int128 hd_map_labels; // a set

typedef void hd_map_found_fn(void *context, const struct hd_map_pattern *p);

struct hd_map_matcher {
	struct hd_map_label labels[HD_MAP_LABELS];
	// [j][i]: when j first came after i first came, for the labels i below j's `known`; 0: not.
	uint16_t after[HD_MAP_LABELS][HD_MAP_LABELS];
	uint64_t salt;
	unsigned nlabels, nplaces;
	uintptr_t addresses[HD_MAP_LABELS]; // of places
	uint32_t vars[HD_MAP_LABELS];
	hd_map_labels of_place[HD_MAP_LABELS][2]; // that read there, and that write
	hd_map_labels of_thread[UINT8_MAX + 1];
	uint32_t round, rounds[HD_MAP_BUCKETS]; // a bucket of another round is empty
	uint8_t buckets[HD_MAP_BUCKETS]; // labels, by hash
	uint8_t sequence[HD_MAP_ACCESSES]; // labels, as they came
	unsigned n;
	uint64_t orders[HD_MAP_LABELS][HD_MAP_LABELS]; // [p][q], q <= p: hash of the accesses to the two places
	bool wanted[HD_MAP_LABELS][HD_MAP_LABELS];     // [p][q]: that order is new
	uint64_t *known; // HD_MAP_KNOWN orders matched before, by hash; NULL: all are new
	unsigned ncome; // labels that have come so far, in the pass
	uint16_t now;
	uint16_t paired;  // when some label last was
	uint16_t tripled[HD_MAP_LABELS]; // by place: when one of its labels last was
	uint16_t changed; // when another thread than `thread` last made an access
	uint8_t thread;   // that made the last access
	uint32_t work;
	bool bounded; // something was left out
	hd_map_found_fn *found;
	void *context;
};

// Starts an execution. What is known counts only for the same salt.
void hd_map_matcher_begin(struct hd_map_matcher *m, uint64_t salt, hd_map_found_fn *found, void *context);
// The next access.
void hd_map_matcher_access(struct hd_map_matcher *m, const struct hd_map_access *a);
// After the last: calls found for each pattern of an order that was not known, perhaps more than once, when `now`
// is the access that completes it and `thread` its thread. False: all orders were known.
bool hd_map_matcher_finish(struct hd_map_matcher *m);

#endif
