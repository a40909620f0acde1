// SPDX-License-Identifier: Apache-2.0
// The sequential coverage of a call (Terragni and Cheung, ICSE 2016; ConCrash, FSE 2017): what it
// touches, locks and leaves behind when it is made alone after a prefix. sequence.c gathers it,
// state_hash.c says what it left.
//
// Only memory that was there before the call counts: the heap and writable globals. Blocks that
// the call allocates itself, stacks and constants are nobody else's. Addresses are those of the
// execution; after the same prefix the same object has the same address.
#ifndef HD_GEN_SEQUENCE_H
#define HD_GEN_SEQUENCE_H

#include "gen/test.h"

#define HD_SEQ_TOUCHES 4096
#define HD_SEQ_HISTORIES 64
#define HD_SEQ_HELD 16
#define HD_SEQ_ORDERS 64

// What an event does. To free or to reallocate a block is to read and to write all of it.
enum {
	HD_SEQ_READS = 1,
	HD_SEQ_WRITES = 2,
	HD_SEQ_FREES = 4,
	HD_SEQ_ZEROES = 8, // the value written is 0
	HD_SEQ_ACQUIRES = 16,
	HD_SEQ_RELEASES = 32,
	HD_SEQ_POINTER = 64, // the value read is the address of a block or a function
};

struct hd_seq_touch {
	uint8_t does;    // HD_SEQ_*
	uint8_t near;    // as the listener says (hd_seq_listener)
	uint16_t history; // index: locks taken and not released since the call began, when it happened
	uint32_t size;
	uint32_t site;    // hd_site_id
	uintptr_t address;
	uintptr_t block; // of the heap that it is in, 0: none
};

struct hd_seq_held {
	uintptr_t lock;
	bool shared; // for reading
};

// A lock history (ConCrash): locks acquired since the call began, and not released meanwhile.
struct hd_seq_history {
	struct hd_seq_held held[HD_SEQ_HELD];
	unsigned n;
};

struct hd_coverage {
	enum hd_verdict verdict; // NONE: the call came to its end
	bool complete;           // there was room for everything
	bool has_state;
	uint64_t state;  // canonical hash of the shared object and the globals after the call
	uint8_t reached; // all `near` bits, of any event
	bool waits;      // condition variables, semaphores and the like
	unsigned ntouches, nhistories, norders;
	struct {
		uintptr_t held, taken; // the second was acquired while the first was held
	} orders[HD_SEQ_ORDERS];
	struct hd_seq_history histories[HD_SEQ_HISTORIES];
	struct hd_seq_touch touches[HD_SEQ_TOUCHES]; // last: copies keep only those there are
};

// Asked about every event of the call, on its stack; bits for `near`.
typedef uint8_t hd_seq_listener(const struct hd_event *e);

// What is there after the prefix of a test.
struct hd_seq_start {
	enum hd_verdict verdict;  // NONE: it came to its end
	struct hd_heap_mark heap; // blocks behind it are nobody's but the call's
	bool has_state;
	uint64_t state;
};

void hd_sequence_start(const struct hd_test *t, struct hd_seq_start *out);
// Runs the prefix of a test, then the one call of suffix `thread` alone. start: of the prefix that
// tests have in common; objects made since are arguments of this call.
void hd_sequence_run(const struct hd_test *t, unsigned thread, const struct hd_seq_start *start,
	hd_seq_listener *listener, struct hd_coverage *out);

// state_hash.c: of the shared object, what it refers to, and the globals of the code under test, in
// the execution that is being made. Pointers count by what they point to, in the order in which it
// is found. False: there are more than `most` words of it.
bool hd_state_hash(const void *shared, size_t most, uint64_t *hash);

#endif
