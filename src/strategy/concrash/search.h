// SPDX-License-Identifier: Apache-2.0
// The search for a crash (strategy/concrash.c): what its parts share. prefixes.c has the prefixes, alone.c
// executes calls alone after one of them, order.c says which come first, pairs.c combines them.
#ifndef HD_STRATEGY_CONCRASH_SEARCH_H
#define HD_STRATEGY_CONCRASH_SEARCH_H

#include "runtime/table.h"
#include "strategy/concrash/prune.h"
#include "strategy/concrash/wanted.h"

#define HD_SEARCH_NODES 8192 // of a level
#define HD_SEARCH_CALLS 2048 // candidates after one prefix
#define HD_SEARCH_PER_FUNCTION 32
#define HD_SEARCH_BAD 256
#define HD_SEARCH_COMPANY (HD_TEST_THREADS - 2)

// A prefix.
struct hd_search_node {
	uint8_t nprefix, shared;
	bool gives_away;
	struct hd_call_data prefix[]; // nprefix
};

struct hd_search_level {
	struct hd_search_node *nodes[HD_SEARCH_NODES];
	unsigned n;
};

// What a worker leaves to the next.
struct hd_search {
	const struct hd_class *class;
	uint32_t prune; // mask of 1 << HD_PRUNE_*
	uint64_t seed;
	struct hd_search_level levels[3]; // the last one, this one and the next, in turn
	bool again;         // the last one is looked at for the second time
	struct hd_search_level later;     // of the next one: those that do not interfere
	unsigned at;        // node of this level
	bool entered;                     // its state has been compared with others
	uint64_t pair;                    // combinations of that node that are done
	uint64_t barren;                  // prefixes since something came to the point
	struct hd_table states, pairs;    // seen
	uint64_t bad[HD_SEARCH_BAD], at_hand; // calls that cost a worker, and the one that is being made
	unsigned nbad;
	size_t bytes; // of prefixes
	bool exhausted;
	bool has_sequential; // a test with one thread shows the crash,
	struct hd_test sequential;
	unsigned sequential_level;
};

// A call after the prefix at hand.
struct hd_search_call {
	uint16_t function;
	uint8_t number;
	bool many; // number counts many values
	struct hd_coverage *coverage; // alone; NULL: it did not come to an end
	unsigned turn;  // when it comes among the calls of its function
	uint64_t order; // the seed's
	unsigned rank;
};

// One of the other calls, in the order for a crashing call.
struct hd_search_place {
	uint16_t call; // index
	bool deferred; // until the level is looked at again
};

// The prefix at hand, in this process only.
struct hd_search_here {
	const struct hd_search_node *node; // NULL: none
	struct hd_seq_start start;
	struct hd_search_call crashing[HD_SEARCH_CALLS], others[HD_SEARCH_CALLS];
	unsigned ncrashing, nothers;
	unsigned function, number; // of the next candidate
	bool reached;              // a crashing call comes to the point of failure
	bool insisted;             // it was tried with many values
	bool ready;
	struct hd_search_call company[HD_SEARCH_COMPANY]; // of the third thread and further
	unsigned ncompany;
	int partner; // with company: the function of the second thread
	char *room;
	size_t used;
	struct hd_search_place *places; // HD_SEARCH_CALLS for each crashing call
	bool ordered[HD_SEARCH_CALLS];  // by crashing call: its places are known
};

extern struct hd_search_here hd_here;

static inline bool hd_search_prunes(const struct hd_search *s, enum hd_prune by)
{
	return s->prune >> by & 1;
}

// True: the key was not there.
static inline bool hd_search_adds(struct hd_table *t, uint64_t key)
{
	struct hd_table_entry *e = hd_table_at(t, key);

	if (!hd_table_is_free(t, e)) {
		return false;
	}
	if (!hd_table_is_full(t)) {
		hd_table_add(t, e, key);
	}
	return true;
}

// ---- prefixes.c ------------------------------------------------------------------------------

// From every constructor, anew.
void hd_prefixes_begin(struct hd_search *s);
// The level that is looked at.
struct hd_search_level *hd_prefixes_level(struct hd_search *s);
// Goes on to another level if this one is done. False: there is no other prefix.
bool hd_prefixes_next(struct hd_search *s);
// Extends the prefix at hand by every call that leads to a new state.
void hd_prefixes_extend(struct hd_search *s);
// A test that has the prefix and no suffixes.
void hd_prefixes_load(const struct hd_search *s, const struct hd_search_node *n, struct hd_test *t);

// ---- alone.c -----------------------------------------------------------------------------

// Makes the prefix the one at hand. False: it is none, or leads to a state that was seen.
bool hd_alone_enter(struct hd_search *s, const struct hd_search_node *n);
// Executes some more of the calls after it; true: that was all.
bool hd_alone_execute(struct hd_search *s);
// A worker before this one did not come back from a call.
void hd_alone_note_death(struct hd_search *s);
// Appends the call to a suffix of the test.
bool hd_alone_make_call(const struct hd_search *s, struct hd_test *t, unsigned thread, const struct hd_search_call *c,
	bool *more);
uint64_t hd_alone_hash(const struct hd_test *t);

// ---- order.c -----------------------------------------------------------------------------

// After all calls were executed alone.
void hd_order_begin(const struct hd_search *s);
// The others in order for that crashing call.
const struct hd_search_place *hd_order_others(const struct hd_search *s, unsigned crashing);

// ---- pairs.c -----------------------------------------------------------------------------

// The next combination of this prefix that is worth exploring; false: there is none.
bool hd_pairs_next(struct hd_search *s, struct hd_test *t);

#endif
