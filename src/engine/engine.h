// SPDX-License-Identifier: Apache-2.0
// The campaign inside a harness.
//
//   main.c      ordinary program or campaign?
//   zygote.c    a clean image that forks workers and replaces them
//   campaign.c  the loop: begin, execute, judge, end
//   tests.c     the same for generated tests
//   findings.c  a violation becomes a finding: confirm, minimise, trace, report
//   patterns.c  memory-access patterns: which classes they are of
//   message.c   what the host is told; its parts are in
//     message_finding.c   test, stacks, schedules and trace of a finding
//     message_coverage.c  what was covered, of what
//     line.c              one line of JSON
//
// Whatever must outlive a worker is in struct hd_campaign, in memory that all
// workers share.
#ifndef HD_ENGINE_H
#define HD_ENGINE_H

#include "runtime/rt.h"
#include "gen/test.h"
#include "oracle/linear.h"
#include "strategy/schedule/replay.h"
#include "strategy/select.h"

#define HD_MAX_KNOWN 4096
#define HD_MAX_SCHEDULE (1u << 20)
#define HD_MAX_TOGETHER 8

// Functions whose results together are those of no order: one finding.
struct hd_together {
	uint16_t functions[HD_MAX_TOGETHER];
	uint8_t times[HD_MAX_TOGETHER]; // that the smallest test calls each
	unsigned n;
	unsigned looks; // at tests that call these as often, and others
	bool unconfirmed; // not a finding: such tests are looked at a few times all the same
};

// A schedule with all that decides an execution.
struct hd_recorded {
	struct hd_segment *segments;
	size_t n;
	uint8_t choices[HD_MAX_CHOICES];
	size_t nchoices;
	bool eager; // timed waits may end early
	bool outside; // steps count outside of the source file of main() (strategy/schedule/replay.h)
};

// When and how a violation was first seen.
struct hd_found {
	uint64_t execution;
	uint64_t ns; // since the campaign began
	unsigned switches;
};

// Executions are so short that shared counters would cost a good part of each:
// a worker takes numbers in blocks and adds up for itself between looks at the
// clock.
struct hd_share {
	uint64_t next, end; // numbers taken
	uint64_t steps, executions, blocked, cut_off; // not yet added up
};

// What one worker has for itself and leaves to the one that replaces it.
struct hd_worker {
	unsigned number; // from 0
	bool left;       // it ended of its own accord
	struct hd_share share;
	void *strategy_state;
	void (*execute)(void); // one execution: of main, or of the test at hand
	struct hd_test test, found_test; // at hand; as it was found
	struct hd_effort effort;         // for the test at hand
	struct hd_linearizations linear; // of the test at hand
	uint64_t rng;                    // of test strategies
	void **select_states;            // by class
	unsigned turn;                   // class whose turn it is, until ...
	uint64_t turn_end;               // ... so many executions have been made of it
	// A violation that has to be confirmed by a fresh worker.
	bool pending;
	struct hd_found pending_found;
	struct hd_fault pending_fault;
	struct hd_recorded pending_schedule, best, trial;
};

// A class's share of the executions.
struct hd_turn {
	uint32_t weight;
	_Atomic uint64_t spent;
};

// What all workers share.
struct hd_campaign {
	struct hd_control *control;
	const struct hd_schedule *strategy;
	_Atomic uint64_t next; // number of the next execution
	uint64_t start_ns;     // monotonic clock
	_Atomic bool over;
	const char *reason; // why it is over
	_Atomic uint64_t violations, unconfirmed, refused;
	unsigned deaths;      // of workers, unexpected
	const char *death;    // the last one: how
	uint64_t traces; // distinct complete executions, of exhaustive searches
	uint64_t known[HD_MAX_KNOWN]; // keys of faults already reported
	_Atomic size_t nknown;
	const struct hd_site *races[HD_MAX_KNOWN][2];
	_Atomic size_t nraces;
	struct hd_together wrong_results[HD_MAX_KNOWN]; // already reported
	_Atomic size_t nwrong_results;
	_Atomic bool speaking; // one message at a time
	// Tests.
	const struct hd_select *select;
	uint16_t *classes;    // under test
	struct hd_turn *turns; // of each of them
	unsigned nclasses;
	_Atomic unsigned learned; // 0: not yet, 1: a worker is at it, 2: done
	_Atomic uint64_t tests, searched, illegal, linearizations; // searched: all schedules were made
	int argc;
	char **envp;
};

extern struct hd_campaign *hd_campaign;
extern struct hd_worker *hd_worker;

enum { HD_WORKER_OVER = 0, HD_WORKER_RETIRES = 77 };
_Noreturn void hd_worker_leave(int how); // every other end of a worker is its death

// zygote.c
int hd_zygote_main(struct hd_control *control, int argc, char **argv, char **envp);
const struct hd_worker *hd_worker_number(unsigned i); // NULL: there are not so many
// campaign.c
void hd_campaign_work(void); // until the campaign is over or the worker must retire
void hd_campaign_execute_main(void);
uint64_t hd_campaign_elapsed_ns(void);
// tests.c
bool hd_tests_setup(void); // learn the API; false: nothing to test (a message says why)
void hd_tests_work(void);  // until the campaign is over or the worker must retire
void hd_tests_execute(void); // the test at hand, judged
void hd_tests_bind(void);  // after loading: its class, its linearizations
bool hd_campaign_may_go_on(void);
bool hd_campaign_is_spent(void); // this worker gets no more numbers
bool hd_campaign_is_late(void);  // its time is over, or it should stop; costs a look at the clock
void hd_campaign_account(void);
void hd_campaign_add_up(struct hd_share *share);
// The next execution; fresh: of another program than before. false: nothing is left.
bool hd_campaign_begin(bool fresh, uint64_t *execution);
bool hd_campaign_was_cut_off(void); // not all of it was up to the strategy
bool hd_campaign_was_refused(void);
void hd_campaign_finish(const char *reason);
// oracle/minimise_test.c: fewest calls, simplest values; the schedule follows
void hd_minimise_test(struct hd_recorded *schedule, struct hd_fault *wanted);
// turns.c
void hd_turns_setup(void);      // after the classes have been chosen
uint16_t hd_turns_class(void);  // of the next test
void hd_turns_spend(unsigned executions); // on that class
// patterns.c
struct hd_model;
const struct hd_model *hd_patterns_model(uint16_t class); // built when first asked for
void hd_patterns_setup(void); // after learning: is coverage of patterns measured?
// findings.c
// After an execution with a verdict; false: the worker must retire.
bool hd_findings_violation(uint64_t execution);
bool hd_findings_pending(void); // confirm what an earlier worker left
void hd_findings_replay_file(void);
// Replays a schedule; afterwards hd.outcome and hd.fault are set.
void hd_replay(const struct hd_recorded *r, bool trace);
void hd_recorded_init(struct hd_recorded *r);
void hd_recorded_take(struct hd_recorded *r); // of the execution just made
void hd_recorded_copy(struct hd_recorded *to, const struct hd_recorded *from);
// oracle/minimise.c: fewest switches that still show the same fault
void hd_minimise(struct hd_recorded *r, struct hd_recorded *trial, const struct hd_fault *wanted);
bool hd_same_fault(const struct hd_fault *a, const struct hd_fault *b);
void hd_replay_expect(const struct hd_fault *f); // replays look for this fault only

// message.c
void hd_message_note(const char *level, const struct hd_site *site, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void hd_message_finding(const struct hd_fault *f, const struct hd_recorded *schedule,
                        const struct hd_found *found, uint64_t hash);
void hd_message_replay(uint64_t time, bool same, uint64_t hash);
void hd_message_done(void);

#endif
