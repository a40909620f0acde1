// SPDX-License-Identifier: Apache-2.0
// The schedules of concurrency coverage (Steenbuck and Fraser, ICST 2013): n points, each of
// them passed by one of m threads, of at most v variables. None is ever listed: a schedule
// has an index that is computed from it, and what is known of it is a bit at that index.
//
// A *point* is an access to a shared variable or a lock operation. A *schedule* is a list of
// (thread, point). Which thread is which does not matter: threads are numbered by their first
// step. Schedules of one thread are none. A thread's points, in order, are its *part* of the
// schedule, a partial goal. The parts of a schedule together are a *tuple*: schedules that
// differ in their order only have the same. With n = 3 and m = 2 a tuple is two points of one thread and one
// of the other, and has three schedules.
//
// A schedule is a *goal* if its points are of at most v variables, and each point of a thread
// reaches the next one of the same thread within a call.
#ifndef HD_METRIC_SCHEDULES_SPACE_H
#define HD_METRIC_SCHEDULES_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_SPACE_LENGTH 4         // points of a schedule at most
#define HD_SPACE_PATTERNS 15      // ways in which threads can take turns in so many
#define HD_SPACE_MOST (1ull << 31) // indexes
#define HD_SPACE_POINTS 1024       // at most

struct hd_steps {
	uint8_t threads[HD_SPACE_LENGTH];
	uint16_t points[HD_SPACE_LENGTH];
};

// A schedule whose part is cut out of it.
struct hd_part {
	unsigned n;
	uint16_t points[HD_SPACE_LENGTH];
};

struct hd_space {
	unsigned length, threads, variables; // n, m, v
	unsigned npoints;
	const uint16_t *var_of; // by point
	const uint64_t *reach;  // matrix of bits, a row of row_words for each point
	unsigned row_words;
	const uint64_t *of_var; // by variable: set of its points, row_words each
	uint64_t powers[HD_SPACE_LENGTH + 1]; // of npoints
	unsigned npatterns;
	uint8_t patterns[HD_SPACE_PATTERNS][HD_SPACE_LENGTH]; // threads of the steps
	uint8_t by_code[1 << 2 * HD_SPACE_LENGTH]; // pattern, by threads as digits of base 4
};

struct hd_space_size {
	uint64_t goals, tuples, parts;
};

// False: there are too many for indexes (HD_SPACE_MOST). var_of and reach are set already.
bool hd_space_init(struct hd_space *s, unsigned length, unsigned threads, unsigned variables, unsigned npoints);

// Indexes are below these. Schedules that differ in their last point only are a row of words;
// what is left of its last word is not used.
static inline uint64_t hd_space_indexes(const struct hd_space *s)
{
	return s->npatterns * s->powers[s->length - 1] * s->row_words * 64;
}

// Of tuples; a part of them is not used.
static inline uint64_t hd_space_tuple_indexes(const struct hd_space *s)
{
	return hd_space_indexes(s);
}

uint64_t hd_space_part_indexes(const struct hd_space *s);

static inline bool hd_space_reaches(const struct hd_space *s, unsigned from, unsigned to)
{
	return s->reach[(size_t)from * s->row_words + to / 64] >> (to % 64) & 1;
}

// Numbers threads by their first step.
void hd_space_normalise(const struct hd_space *s, struct hd_steps *steps);
// The following take steps whose threads are so numbered.
uint64_t hd_space_index(const struct hd_space *s, const struct hd_steps *steps);
// The first index of the row: the last step's point does not matter.
uint64_t hd_space_row(const struct hd_space *s, const struct hd_steps *steps);
void hd_space_at(const struct hd_space *s, uint64_t index, struct hd_steps *out);
bool hd_space_is_goal(const struct hd_space *s, const struct hd_steps *steps);
// The same of the first n steps; threads need not be numbered.
bool hd_space_may_begin(const struct hd_space *s, const struct hd_steps *steps, unsigned n);
uint64_t hd_space_tuple(const struct hd_space *s, const struct hd_steps *steps);
// Its part of the schedule; none: n is 0.
void hd_space_part(const struct hd_space *s, const struct hd_steps *steps, unsigned thread, struct hd_part *out);
// The tree of partial goals is numbered level by level.
uint64_t hd_space_part_index(const struct hd_space *s, const struct hd_part *part);
void hd_space_part_at(const struct hd_space *s, uint64_t index, struct hd_part *out);

// How many there are; `goals` gets the bit of each goal, `parts` that of each partial goal.
struct hd_space_size hd_space_count(const struct hd_space *s, uint64_t *goals, uint64_t *parts);

#endif
