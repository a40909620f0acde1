// SPDX-License-Identifier: Apache-2.0
// The default: several ways to schedule in turn, because bugs differ in what finds them.
//
// A program's first executions are for finding with few: places (constraints on places, learned from
// all executions made so far), dpor, the selectively uniform random walk, and others now and then. dpor
// starts from the first execution, which places makes, and goes on while it has its share; its order of search, which reverses
// the last race first, is strong where programs are small.
//
// Later ones are for speed: mostly the cheap ways, which make a hundred thousand executions in a second,
// and dpor until it is through where the program is small.
// The random walk with late starts (new threads wait until the others cannot run) reaches bugs
// that need many threads alive at once.
//
// If all schedules of a test are wanted and its first execution was short, dpor
// makes the others until it is through, or has had its share.
//
// Each execution but the first is handed over to the one whose turn it is, so this file
// adds no cost to `pick`.
#include "schedule/dpor.h"
#include "schedule/places.h"
#include "schedule/random.h"
#include "schedule/surw.h"

// The cheap ways, in turn.
static const struct hd_scheduler *const turns[] = {
	&hd_scheduler_random,
	&hd_scheduler_pos,
	&hd_scheduler_random,
	&hd_scheduler_pct,
};
#define TURNS (sizeof(turns) / sizeof(*turns))
#define LATE_TURN 2

#define SHORT 100      // events of an execution
#define MOST_SEARCH 60 // executions of a test

#define FIRST 240          // executions of a program that are for finding with few
#define NEW 24             // of them, those that mostly aim at new goals
#define SEARCHABLE 2000    // events of an execution, for dpor in them
#define MOST_THREADS 12
#define RARE 128           // later, one execution in so many is as if it were a first one
#define SEARCH_ONE_IN 4    // later, where executions are short

#define FIRST_OF_CLASS 240 // executions of the tests of a class that are for finding with few
#define HOLD_ONE_IN 3      // of them
#define HOLD_RARELY 1023   // and later
#define CLASSES 64         // that are counted; others share their counts

enum { CHEAP, PLACES, DPOR, SURW };

struct state {
	void *states[TURNS];
	void *places, *dpor, *surw;
	uint64_t made; // executions of the program
	bool searchable; // dpor has the first execution
	bool small; // the program's first execution was short
	bool timed; // the program has waited with a deadline
	bool searches; // the last execution was dpor's
	uint64_t of_class[CLASSES]; // executions of tests
	unsigned searched; // dpor executions of the current test
	bool was_short; // the last execution
	int who; // made the last execution
};

static void *state_of(void **where, const struct hd_scheduler *of)
{
	if (!*where) {
		*where = hd_persist_alloc(of->state_size);
	}
	return *where;
}

static bool hand_over(const struct hd_begin *b, const struct hd_scheduler *to, void **where)
{
	b->run->scheduler = to;
	b->run->state = state_of(where, to);
	return to->begin(*where, b);
}

// ---- tests --------------------------------------------------------------------------------

static bool may_search(struct state *s, const struct hd_begin *b)
{
	if (!b->search || b->fresh) {
		s->searched = 0;
		return false;
	}
	return s->searched > 0 ? s->searched < MOST_SEARCH : s->was_short;
}

static bool search(struct state *s, const struct hd_begin *b)
{
	struct hd_begin mine = *b;

	mine.fresh = s->searched++ == 0;
	b->run->eager = false;
	return hand_over(&mine, &hd_scheduler_dpor, &s->dpor);
}

// ---- the first execution of a program: places makes it, dpor looks on --------------------------

static int first_pick(void *state, const struct hd_choice *c, int64_t *run)
{
	struct state *s = state;
	int next = hd_scheduler_places.pick(s->places, c, run);

	s->searchable = s->searchable && hd_dpor_note(s->dpor, c, next);
	return next;
}

static unsigned first_choose(void *state, unsigned n)
{
	struct state *s = state;
	unsigned chosen = hd_scheduler_places.choose(s->places, n);

	if (s->searchable) {
		hd_dpor_note_choice(s->dpor, n, chosen);
	}
	return chosen;
}

static const struct hd_scheduler first = {
	.name = "auto",
	.points = HD_POINTS_ALL,
	.parks_spinners = true,
	.pick = first_pick,
	.choose = first_choose,
};

static bool begin_first(struct state *s, const struct hd_begin *b)
{
	struct hd_begin fresh = *b;

	fresh.fresh = true;
	hd_scheduler_places.begin(state_of(&s->places, &hd_scheduler_places), &fresh);
	hd_scheduler_dpor.begin(state_of(&s->dpor, &hd_scheduler_dpor), &fresh);
	s->searchable = true;
	s->who = PLACES;
	b->run->scheduler = &first;
	b->run->state = s;
	b->run->eager = false;
	return true;
}

static void end_first(struct state *s, const struct hd_outcome *o)
{
	s->small = o->steps <= SHORT;
	s->searchable = s->searchable && o->steps <= SEARCHABLE && o->fibers <= MOST_THREADS && !o->cut_off;
	if (s->searchable) {
		hd_scheduler_dpor.end(s->dpor, o);
	}
	hd_scheduler_places.end(s->places, o);
	hd_surw_learn(state_of(&s->surw, &hd_scheduler_surw));
}

// ---- whose turn it is ------------------------------------------------------------------------------

static bool begin_cheap(struct state *s, const struct hd_begin *b)
{
	unsigned turn = (unsigned)(b->execution % TURNS);

	s->who = CHEAP;
	hand_over(b, turns[turn], &s->states[turn]);
	if (turn == LATE_TURN) {
		((struct random_state *)s->states[turn])->late = true;
	}
	return true;
}

static bool begin_dpor(struct state *s, const struct hd_begin *b)
{
	b->run->eager = false;
	s->who = DPOR;
	s->searchable = hand_over(b, &hd_scheduler_dpor, &s->dpor); // false: it is through
	return s->searchable;
}

static bool begin_places(struct state *s, const struct hd_begin *b)
{
	s->who = PLACES;
	return hand_over(b, &hd_scheduler_places, &s->places);
}

// Shares of eight executions: at first, when goals are new, and when most of them have been tried.
static const uint8_t shares[2][8] = {
	{CHEAP, PLACES, PLACES, DPOR, PLACES, DPOR, SURW, PLACES},
	{SURW, DPOR, PLACES, SURW, DPOR, PLACES, SURW, CHEAP},
};

// Where threads wait with a deadline, that it passes first is half of what can happen.
static bool begin_early(struct state *s, const struct hd_begin *b, uint64_t number)
{
	int who = shares[number >= NEW][number % 8];

	b->run->eager |= s->timed && b->seed % 2 == 0;
	if (who == DPOR && s->searchable && begin_dpor(s, b)) {
		return true;
	}
	if (who == SURW) {
		s->who = SURW;
		return hand_over(b, &hd_scheduler_surw, &s->surw);
	}
	return who == CHEAP ? begin_cheap(s, b) : begin_places(s, b);
}

// After the first ones: mostly the cheap ways, but a small program is searched on until dpor is through.
static bool begin_late(struct state *s, const struct hd_begin *b, uint64_t number)
{
	if (number % RARE == 0) {
		return begin_early(s, b, FIRST + number / RARE);
	}
	if (s->small && s->searchable && number % SEARCH_ONE_IN == 1 && begin_dpor(s, b)) {
		return true;
	}
	return begin_cheap(s, b);
}

// A test that may be searched has one of the cheap ways first: how many steps those make decides.
static bool holds_in_test(struct state *s, const struct hd_begin *b)
{
	uint64_t number = s->of_class[b->class % CLASSES]++;

	return !b->search && number % (number < FIRST_OF_CLASS ? HOLD_ONE_IN : HOLD_RARELY) == 0;
}

static bool begin(void *state, const struct hd_begin *b)
{
	struct state *s = state;

	s->searches = may_search(s, b);
	if (s->searches) {
		return search(s, b);
	}
	if (b->config->mode == HD_MODE_TEST) {
		return holds_in_test(s, b) ? begin_places(s, b) : begin_cheap(s, b);
	}
	uint64_t number = s->made++;
	if (number == 0) {
		return begin_first(s, b);
	}
	return number < FIRST ? begin_early(s, b, number) : begin_late(s, b, number);
}

static void end(void *state, const struct hd_outcome *o)
{
	struct state *s = state;

	s->was_short = o->steps <= SHORT && !o->cut_off;
	s->timed |= hd.timed_waits > 0;
	if (s->searches) {
		hd_scheduler_dpor.end(s->dpor, o);
	} else if (s->made == 1) {
		end_first(s, o);
	} else if (s->who == PLACES) {
		hd_scheduler_places.end(s->places, o);
	} else if (s->who == DPOR) {
		s->searchable = s->searchable && !o->cut_off; // the tree has no end there
		hd_scheduler_dpor.end(s->dpor, o);
		hd_places_learn(s->places);
	} else if (s->who == SURW) {
		hd_scheduler_surw.end(s->surw, o);
		hd_places_learn(s->places);
	}
}

const struct hd_scheduler hd_scheduler_auto = {
	.name = "auto",
	.state_size = sizeof(struct state),
	.points = HD_POINTS_SHARED,
	.begin = begin,
	.end = end,
};
