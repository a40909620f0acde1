// SPDX-License-Identifier: Apache-2.0
// The crash that is to be reproduced: the stacks that the host read (abi/crash_file.h), as functions
// of the code under test. wanted.c reads it, lost.c adds what the stacks lack, points.c
// says where to go, match.c when it is there.
#ifndef HD_STRATEGY_CONCRASH_WANTED_H
#define HD_STRATEGY_CONCRASH_WANTED_H

#include "abi/crash_file.h"
#include "gen/test.h"

#define HD_WANTED_STACKS 8
#define HD_WANTED_FRAMES 64

enum hd_wanted_kind {
#define HD_CRASH_KIND(name, text) HD_WANTED_##name,
#include "abi/crash_kinds.def"
#undef HD_CRASH_KIND
};

// How well a fault matches, the best last. Only the last two count as the same crash.
enum hd_match { HD_MATCH_NONE, HD_MATCH_METHOD, HD_MATCH_FUNCTIONS, HD_MATCH_EXACT };

// The functions of the code under test that are on a stack, the innermost first, up to the method
// that was called.
struct hd_chain {
	const struct hd_func *functions[HD_WANTED_FRAMES];
	unsigned lines[HD_WANTED_FRAMES]; // 0: unknown
	unsigned n;
};

struct hd_wanted_stack {
	bool crashed;
	unsigned nframes;   // with a name, of anybody's code
	bool null_call; // on top, NULL was called
	bool restored;  // a frame or its line was not on the stack: what functions call says so (lost.c)
	struct hd_chain chain;
	int method; // the outermost function of the API that tests can call, -1: none
	bool *methods; // by function of the API: it may have been this one, `method` only the likeliest; NULL: it is known
	int outer; // one that is further out, but cannot be called; -1: none
};

// What the search for it has done.
struct hd_wanted_count {
	uint64_t prefixes; // of the tree, looked at
	uint64_t combinations; // prefix, crashing call, other call
	uint64_t explored; // tests whose schedules were explored
	uint64_t sampled; // of them: not all schedules, there are too many
	uint64_t pruned[HD_PRUNE_COUNT]; // combinations, by the first strategy that did
	uint64_t reached; // crashing calls that come to the point of failure on their own
	uint64_t left_out; // prefixes that there was no room for
	unsigned level; // calls after the constructor, of the prefix at hand
	unsigned relaxed; // innermost functions of the stack that nothing came to
};

// A test that did not reproduce it, and how near it came.
struct hd_wanted_near {
	struct hd_test test;
	enum hd_match match;
	enum hd_verdict fault; // that it showed; NONE: none
};

#define HD_WANTED_NEAREST 3

struct hd_wanted {
	enum hd_wanted_kind kind;
	unsigned n;
	struct hd_wanted_stack stacks[HD_WANTED_STACKS];
	unsigned at; // the stack to reproduce
	struct hd_flow *flow; // of the program; NULL: nobody asked for it
	bool looked_up; // in the executable: calls that have no frame were found
	bool from_core; // it was a core file
	bool unusable; // the file says nothing about this program
	char missing[512]; // why it cannot be reproduced; "": nothing is known against it
	struct hd_wanted_count count;
	struct hd_wanted_near nearest[HD_WANTED_NEAREST];
	unsigned nnearest;
};

struct hd_flow;
extern struct hd_wanted *hd_wanted; // NULL: none is to be reproduced

// ---- wanted.c ----------------------------------------------------------------------------

// Reads the file, before any worker begins. hd_wanted->unusable: `missing` says why.
void hd_wanted_read(const char *path);
// After the API was learned: which method is it of? hd_wanted->missing says if there is none.
void hd_wanted_bind(void);
static inline const struct hd_wanted_stack *hd_wanted_stack(void)
{
	return &hd_wanted->stacks[hd_wanted->at];
}
static inline bool hd_wanted_is_method(const struct hd_wanted_stack *s, uint16_t function)
{
	return s->methods ? s->methods[function] : s->method == function;
}
// The number of a function of the API, -1: it is none; and whether tests can call it.
int hd_wanted_api_function(const struct hd_func *f);
bool hd_wanted_is_callable(int function);
// Keeps a test that was explored, if it came nearer than others.
void hd_wanted_keep_nearest(const struct hd_test *t, enum hd_match m, enum hd_verdict fault);

// ---- lost.c ------------------------------------------------------------------------------

// On top of the stack NULL was called: adds the function that did, if it is missing.
void hd_lost_innermost(struct hd_wanted_stack *s);
// No function of the stack is a method: the methods that may have been called.
void hd_lost_outermost(struct hd_wanted_stack *s);
// The line in which a function calls another; 0: none, or several.
unsigned hd_lost_call_line(const struct hd_func *caller, const struct hd_func *callee);

// ---- points.c ---------------------------------------------------------------------------

// Which sites are the point of failure: so many of the innermost frames are not looked at, because
// nothing ever came there.
void hd_points_choose(unsigned relaxed);
bool hd_points_can_relax(unsigned relaxed);
// Bits HD_NEAR_* of an event, on its stack.
uint8_t hd_points_near(const struct hd_event *e);

// ---- match.c ----------------------------------------------------------------------------

// The functions of the code under test on a stack.
void hd_chain_of(const struct hd_stack *s, struct hd_chain *out);
// Ends it with the method: what called that is none of the crash's.
void hd_chain_cut(struct hd_chain *c, const struct hd_func *method);
// Two chains by the rule (match.c). same_object: the fault was in an earlier line, on an object that
// the wanted line uses.
enum hd_match hd_match_chains(const struct hd_chain *wanted, const struct hd_chain *seen, bool same_object);
// The best match that these kinds allow.
enum hd_match hd_match_kinds(enum hd_wanted_kind wanted, enum hd_verdict seen);
bool hd_match_is_memory(enum hd_wanted_kind wanted); // may it have been a bad access?
bool hd_match_is_bad_pointer(enum hd_wanted_kind wanted); // and that because a pointer was bad?
// The fault of the execution just made.
enum hd_match hd_match_fault(const struct hd_fault *f);
const char *hd_match_text(enum hd_match m);
// Is wanted in seen, in order, and the outermost of both the same?
bool hd_chain_is_within(const struct hd_chain *wanted, const struct hd_chain *seen);

#endif
