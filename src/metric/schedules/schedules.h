// SPDX-License-Identifier: Apache-2.0
// Which schedules of a class's points (space.h) executions have covered.
//
// An execution covers a schedule if it passes its points in that order, and each thread stands
// still from its step until the next step of the schedule is made, unless that is its own:
// between two steps only the thread of the second runs. What came before the first step, and
// what comes after the last, does not matter. A schedule that a lock forbids, because the
// thread whose step is due waits for a lock that one that stands still holds, counts as covered.
#ifndef HD_METRIC_SCHEDULES_SCHEDULES_H
#define HD_METRIC_SCHEDULES_SCHEDULES_H

#include "metric/metric.h"
#include "metric/schedules/space.h"

#define HD_SCHEDULES_NO_POINT UINT16_MAX
#define HD_SCHEDULES_TRACE 1024
#define HD_SCHEDULES_DEFAULT_LENGTH 3
#define HD_SCHEDULES_DEFAULT_VARIABLES 2

// The points that a class's methods reach.
struct hd_point_set {
	unsigned n, nvars;
	const struct hd_flow *flow;
	uint32_t *sites;          // by point: id
	uint16_t *var_of;         // by point
	uint8_t *is_lock;         // by point
	uint64_t *reach, *of_var; // matrices of bits, as struct hd_space has them
	uint16_t *of_site;        // by id; HD_SCHEDULES_NO_POINT: none
	unsigned nsites;
};

// Of one class.
struct hd_schedules {
	uint16_t class;
	struct hd_point_set points;
	struct hd_space space, shorter[HD_SPACE_LENGTH]; // shorter: by length
	struct hd_space_size size;
	uint64_t nshorter;
	// Bits, by index in the space.
	uint64_t *goals, *covered, *forbidden, *tuples, *wanted_parts, *parts;
	uint64_t *goals_shorter[HD_SPACE_LENGTH], *covered_shorter[HD_SPACE_LENGTH];
	uint64_t *tried[2]; // how often it was tried to enforce it: two bits of a number that stops at 3
	uint64_t *blocked; // by point: a thread had to wait at this lock
	_Atomic uint64_t ncovered, nforbidden, ntuples, nparts, ncovered_shorter; // forbidden, and not covered
	_Atomic uint64_t nblocked;
};

// What the threads of a test passed in the execution at hand, in order.
struct hd_schedules_trace {
	unsigned n;
	bool bounded; // there was more
	struct hd_passed {
		uint8_t thread; // from 0
		uint16_t point;
	} events[HD_SCHEDULES_TRACE];
};

extern struct hd_schedules_trace hd_schedules_trace;
extern struct hd_schedules *hd_schedules_at_hand; // the class of the test
extern unsigned hd_schedules_threads; // that make its calls
// Set by who wants to know how far executions of tests of one thread were from points.
extern bool hd_schedules_follow;
// Set by who wants any schedules of the test at hand, also such as were covered or tried often.
extern bool hd_schedules_any;
// Set if threads of the test have objects of their own: what they pass covers nothing.
extern bool hd_schedules_apart;
// Of the execution just made, if it was followed: as hd_flow_distance has it.
double hd_schedules_distance(unsigned point);
// What branches of executions that were followed compared lately: values worth a try.
#define HD_SCHEDULES_OPERANDS 32
struct hd_schedules_operands {
	int64_t values[HD_SCHEDULES_OPERANDS]; // of floats: their bits
	unsigned n;
	unsigned next; // to be overwritten
};
extern struct hd_schedules_operands hd_schedules_integers, hd_schedules_floats;
// Those of a class; NULL: they are not measured.
struct hd_schedules *hd_schedules_of(uint16_t class);

// points.c
void hd_points_collect(struct hd_point_set *p, const struct hd_subject *subject);

static inline unsigned hd_point_of(const struct hd_point_set *p, const struct hd_site *site)
{
	unsigned id = hd_site_id(site);
	return id <= p->nsites ? p->of_site[id] : HD_SCHEDULES_NO_POINT;
}

static inline bool hd_bit(const uint64_t *bits, uint64_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

// True: it was not set. Workers may share the bits.
static inline bool hd_bit_set(uint64_t *bits, uint64_t i)
{
	uint64_t bit = 1ull << (i % 64);
	return !(bits[i / 64] & bit) && !(__atomic_fetch_or(&bits[i / 64], bit, __ATOMIC_RELAXED) & bit);
}

void hd_schedules_prepare(struct hd_schedules *s, const struct hd_config *config); // its points are known
// Covers what a trace shows.
void hd_schedules_scan(struct hd_schedules *s, const struct hd_schedules_trace *t);
// Covers the partial goals of each thread, whatever the others did.
void hd_schedules_scan_parts(struct hd_schedules *s, const struct hd_schedules_trace *t);
// Threads of the steps are numbered (hd_space_normalise).
void hd_schedules_forbid(struct hd_schedules *s, const struct hd_steps *steps);
// The execution at hand came so far, and now this thread waits for a lock that one that stands still holds: it would have gone
// on to these points. All schedules of which only their last step is missing are forbidden.
void hd_schedules_forbid_after(struct hd_schedules *s, const struct hd_schedules_trace *t, unsigned thread,
	const uint64_t *points);
void hd_schedules_cover_tuple(struct hd_schedules *s, const struct hd_steps *steps);
// Is it worth a try to enforce it?
bool hd_schedules_wants(const struct hd_schedules *s, uint64_t index);
// The same of 64 of them: those whose bits are in the word.
static inline uint64_t hd_schedules_wanted_word(const struct hd_schedules *s, uint64_t word)
{
	uint64_t often = s->tried[0][word] & s->tried[1][word];
	return s->goals[word] & ~often & ~(s->covered[word] | s->forbidden[word]);
}
void hd_schedules_note_try(struct hd_schedules *s, const struct hd_steps *steps);
// Nothing was tried.
void hd_schedules_forget_tries(struct hd_schedules *s);
// Goals for other campaigns and machines: indexes, counted from `first`; the lower half of the value is 1 if it is forbidden, which
// counts as covered. Partial goals stay one's own: whoever writes sequences needs those that pass them.
void hd_schedules_tell(const struct hd_schedules *s, uint64_t first, void (*put)(uint64_t goal, uint64_t value));
void hd_schedules_take(struct hd_schedules *s, uint64_t index, uint64_t value);
// A thread had to wait at a lock.
void hd_schedules_note_blocked(struct hd_schedules *s, const struct hd_site *site);

#endif
