// SPDX-License-Identifier: Apache-2.0
// The campaign inside a harness.
//
// Whatever must outlive a worker is in struct hd_campaign, in memory that all
// workers share.
#ifndef HD_ENGINE_H
#define HD_ENGINE_H

#include "engine/mail.h"
#include "engine/metrics.h"
#include "gen/test.h"
#include "oracle/linear.h"
#include "runtime/rt.h"
#include "schedule/replay.h"
#include "strategy/concrash.h"
#include "strategy/strategy.h"

#define HD_MAX_KNOWN 4096
#define HD_MAX_SCHEDULE (1u << 20)
#define HD_MAX_WRONG_FUNCTIONS 8
#define HD_MAX_LOST 16

// The data race behind another violation (cause.c).
struct hd_cause {
	const struct hd_site *site, *other; // NULL: there is none
};

// Functions whose combined results match no sequential order, or that make an assertion fail: one
// finding.
struct hd_wrong_result {
	uint64_t place; // 0: results
	struct hd_cause cause;
	uint16_t functions[HD_MAX_WRONG_FUNCTIONS];
	uint8_t times[HD_MAX_WRONG_FUNCTIONS]; // that the smallest test calls each
	unsigned n;
	unsigned looks; // at tests that call these as often, and others
};

// When and how a violation was first seen.
struct hd_found {
	uint64_t execution;
	uint64_t ns; // since the campaign began
	unsigned switches;
	unsigned aimed; // type of the memory-access pattern that its execution was aimed at, 0: none
	const char *match; // with the crash that is to be reproduced; NULL: there is none
};

// What has been done to make a violation a finding. Each stage is the work of a fresh
// worker, so that nothing left behind by an earlier execution is mistaken for a violation.
enum hd_stage {
	HD_STAGE_NONE,
	HD_STAGE_SEEN,   // an execution showed it
	HD_STAGE_SMALL,  // it happened again in a fresh process, and was minimised there
	HD_STAGE_TRACED, // the minimised execution showed it in a process of its own
	HD_STAGE_CLEAN,  // it did not happen again in a fresh process
};

// A test, a schedule for it and the fault that they show.
struct hd_case {
	struct hd_test test;
	struct hd_schedule schedule;
	struct hd_fault fault;
};

// A violation on its way to a finding (findings.c). It outlives the workers that deal with it.
struct hd_suspect {
	enum hd_stage stage;
	unsigned attempts; // workers that have begun this stage
	bool first;        // it was the first execution of its process
	bool whole;        // not to be minimised
	bool doubted;      // it did not happen again at first
	bool is_wanted;    // it is the crash that is to be reproduced
	bool judging;      // a worker is making the sequential orders of the test
	bool sampled;      // not all sequential orders of the test were made
	bool released;     // a race whose effects were looked for: reported now
	struct hd_found found;
	struct hd_case seen, small;
	struct hd_cause cause;
	uint64_t hash; // of the trace at the last stage
};

// A race that waits for its effects to be found, and how long.
struct hd_held {
	_Atomic bool there;
	struct hd_suspect race;
	uint64_t until_ns, until_execution; // 0: not limited by it
};

// A violation that could not be confirmed.
struct hd_lost {
	enum hd_verdict kind;
	uint64_t key;
	const struct hd_site *site;
	char message[200];
	const char *why;
	unsigned times; // that it was lost
	uint64_t seen;  // since it was lost first, and then
};

// Executions are so short that shared counters would cost a good part of each:
// a worker takes numbers in blocks and adds up for itself between looks at the
// clock.
struct hd_share {
	uint64_t next, end; // numbers taken
	uint64_t steps, executions, blocked, cut_off; // not yet added up
};

// The execution of the test at hand that lost memory (resources.c).
struct hd_leftovers {
	uint64_t least;  // bytes that were allocated at the end of an execution
	unsigned fewest; // descriptors that were open then
	bool there;      // an execution that lost something
	unsigned looks;  // executions that were looked at
	uint64_t execution;
	struct hd_schedule schedule;
};

// Progress of the current test: a worker that retires leaves it to the next.
struct hd_rounds {
	unsigned made;   // executions
	bool unfinished; // there are schedules left
	bool searching;  // the last execution was one of a search through all schedules
	bool open_ended; // the strategy says when there is nothing left
	bool partial;    // an execution was cut off, or preemptions are bounded
	struct hd_result *results; // distinct ones (results.c)
	unsigned nresults;
	struct hd_state *states; // distinct ones, if the test is watched (states.c)
	unsigned nstates;
	struct hd_leftovers leftovers;
};

// How long executions of the program or test at hand are (patience.c).
struct hd_patience {
	bool endless;   // one was a livelock
	uint64_t usual; // steps of an execution that ends
};

// What one worker has for itself and leaves to the one that replaces it.
struct hd_worker {
	unsigned number; // from 0
	bool left;       // it ended of its own accord
	bool confirms;   // a violation: stacks are filled
	uint8_t reuse;   // of freed blocks, in executions of the test at hand
	struct hd_share share;
	void *scheduler_state;
	struct hd_measured *metrics[HD_METRIC_COUNT]; // NULL: not measured
	struct hd_test test;             // at hand
	struct hd_effort effort;         // for the test at hand
	struct hd_rounds rounds;         // of the test at hand
	struct hd_linearizations linear; // of the test at hand
	uint64_t rng;                    // of test strategies
	void **strategy_states;          // by class
	unsigned turn;                   // class whose turn it is, until ...
	uint64_t turn_end;               // ... so many executions have been made of it
	struct hd_patience patience;
	struct hd_suspect suspect;
	struct hd_schedule trial; // room for one
	struct hd_mail mail;      // a message on its way to the host
	volatile uint32_t pulse;  // counted up while the process responds
	unsigned received; // goals of other ranks that it has taken (exchange.c)
};

// A class's share of the executions.
struct hd_turn {
	uint32_t weight;
	_Atomic uint64_t spent;
};

// What all workers share.
struct hd_campaign {
	struct hd_control *control;
	const struct hd_scheduler *scheduler;
	_Atomic uint32_t bell; // mail.h
	_Atomic uint64_t next; // number of the next execution
	uint64_t start_ns;     // monotonic clock
	_Atomic bool over;
	bool fills;    // since violations leaked: every execution finds its stacks filled
	bool isolates; // since that was not enough: every execution has a process of its own
	struct hd_tree *tree; // of an exhaustive search of a program, which workers make together; NULL: there is none
	const char *reason; // why it is over
	_Atomic uint64_t violations, refused, hung;
	_Atomic uint64_t ignored; // executions ended by a fault that no oracle asks for
	_Atomic uint64_t unconfirmed; // violations that could not be confirmed
	struct hd_held held;
	struct hd_lost lost[HD_MAX_LOST]; // the first kinds of them
	_Atomic unsigned nlost;
	_Atomic uint64_t leaked; // violations that came from what an earlier execution had left behind
	unsigned deaths; // of workers, unexpected
	const char *death; // the last one: how
	_Atomic uint64_t traces; // distinct complete executions, of exhaustive searches
	uint64_t known[HD_MAX_KNOWN]; // keys of faults already reported
	_Atomic size_t nknown;
	const struct hd_site *races[HD_MAX_KNOWN][2];
	_Atomic size_t nraces;
	struct hd_wrong_result wrong_results[HD_MAX_KNOWN]; // already reported
	_Atomic size_t nwrong_results;
	// Tests.
	const struct hd_strategy *strategy;
	uint16_t *classes; // under test
	struct hd_subject *subjects; // the same, for metrics
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
const struct hd_worker *hd_worker_number(unsigned i); // NULL: no such worker
// confine.c
bool hd_confine_worker(unsigned number); // before it runs code under test; false: a message says why
// reuse.c
enum hd_heap_reuse hd_reuse_of(uint64_t number); // of freed blocks, in a test or an execution
// campaign.c
void hd_campaign_work(void); // until the campaign is over or the worker must retire
uint64_t hd_campaign_elapsed_ns(void);
// What the loop over tests is doing, for a sampling profiler (bench/micro/loop.py).
enum { HD_PHASE_OTHER, HD_PHASE_GENERATE, HD_PHASE_EXECUTE, HD_PHASE_JUDGE };
extern unsigned char __heddle_phase;
// tests.c, classes.c
bool hd_tests_setup(void); // learn the API; false: nothing to test (a message says why)
void hd_tests_work(void); // until the campaign is over or the worker must retire
// judge.c
void hd_tests_judge(void); // the execution of the current test that just ended
// After loading: its linearizations. judged: the fault that they should excuse or not.
void hd_tests_bind(enum hd_verdict judged);
bool hd_tests_results_count(void); // do its results need an order that explains them?
// Is a fault of this kind, of the current test, no violation? Its sequential orders have been made.
bool hd_tests_excuse(enum hd_verdict kind);
void hd_tests_linearize(enum hd_verdict judged, const struct hd_unexplained *goals, unsigned n);
// False: the worker must retire. excused: the test is no legal use of the API.
bool hd_tests_handle_fault(uint64_t execution, bool *excused);
// reproduce.c: the crash that is to be reproduced, if there is one (hd_wanted)
void hd_reproduce_setup(void); // before any worker
bool hd_reproduce_begin(void); // the API is known; false: the crash cannot be used (a message says why)
bool hd_reproduce_saw(const struct hd_fault *f); // a fault of the current test; is it the crash?
bool hd_reproduce_is_sequential(void); // the current test: no second thread is needed
bool hd_reproduce_keeps(const struct hd_record *r); // does it match as well?
bool hd_reproduce_ends(enum hd_match match); // is the campaign over with this finding?
void hd_reproduce_end_test(bool sampled);
// results.c
void hd_results_init(struct hd_rounds *rounds);
void hd_results_note(uint64_t execution); // of the execution that just ended
bool hd_results_check(void); // of the current test; false: the worker must retire
// states.c
void hd_states_init(struct hd_rounds *rounds);
void hd_states_note(void); // of the execution that just ended
void hd_states_check(void); // of the current test: the strategy is told of one that no sequential order leaves
// resources.c
void hd_resources_init(struct hd_leftovers *left);
void hd_resources_begin(struct hd_leftovers *left); // another test
void hd_resources_note(uint64_t execution); // of the execution that just ended
bool hd_resources_check(void); // of the current test; false: the worker must retire
void hd_resources_judge(void); // has the execution that just ended lost what no order loses?
// campaign.c
bool hd_campaign_may_go_on(void);
bool hd_campaign_is_spent(void); // this worker gets no more numbers
bool hd_campaign_is_late(void); // its time is over, or it should stop; reads the clock
bool hd_campaign_must_hurry(void); // ... and there is little left for what was found
bool hd_campaign_is_overdue(void); // ... and no worker is waited for any more
void hd_campaign_account(void);
void hd_campaign_add_up(struct hd_share *share);
// The next execution; fresh: of another program than before. false: nothing is left.
bool hd_campaign_begin(bool fresh, uint64_t *execution, struct hd_run *run);
bool hd_campaign_was_cut_off(void); // not all of it was up to the strategy
void hd_patience_begin(struct hd_run *run, bool fresh); // patience.c
void hd_patience_end(const struct hd_outcome *o);
bool hd_campaign_was_ignored(void); // it ended with a fault that no oracle asks for
bool hd_campaign_was_refused(void);
void hd_campaign_fail_if_all_hung(void); // nothing is known then
void hd_campaign_finish(const char *reason);
// minimise_test.c: fewest calls, simplest values; the schedule follows
bool hd_minimise_test(struct hd_schedule *schedule, struct hd_fault *wanted); // false: what is left is no legal use
// turns.c
void hd_turns_setup(void); // after the classes have been chosen
uint16_t hd_turns_class(void); // of the next test
void hd_turns_spend(unsigned executions); // on that class
// findings.c
// Is it wrong only because no sequential order does the same?
bool hd_findings_is_by_orders(const struct hd_fault *f);
// After an execution with a verdict: keeps what there is to know about it.
void hd_findings_note(uint64_t execution);
// What was noted is a violation. True: it is new, and the worker must retire so that
// a fresh one can confirm it.
bool hd_findings_suspect(void);
// The next stage of this worker's suspect. False: the worker must retire.
bool hd_findings_step(void);
// Gives up a worker's suspect: it is not a finding, but it is reported.
void hd_findings_lose(struct hd_worker *w, const char *why);
// A race that was confirmed is held back while it is looked for what it does. If that time
// is over, or must be: true, and this worker has it as its suspect.
bool hd_findings_release(bool at_once);
// A race is noticed at its second access: one more replay takes the stack of the first.
void hd_capture_other_stack(struct hd_fault *f, const struct hd_schedule *r);
// read_schedule.c
// False: it cannot be read, or does not fit this harness.
bool hd_read_schedule(const char *path, struct hd_schedule *r, struct hd_fault *f);

// replay_file.c
bool hd_replay_file(void); // false: a fresh worker must continue with it
// resume.c: what earlier campaigns of the same code left, and what this one leaves
bool hd_resume_read(const char *path); // before any worker; false: it cannot be read
void hd_resume_learned(void); // instead of learning
void hd_resume_known(void);
bool hd_resume_search(void); // false: it is damaged
void hd_resume_goals(void); // when metrics have begun
void hd_resume_leave(void); // in the end
// known.c: what has been reported already
bool hd_known_fault(uint64_t key);
void hd_known_add(const struct hd_fault *f);
// Is a violation that this test showed known? Asked before anything is made of it.
bool hd_known(const struct hd_fault *f, const struct hd_test *test);
// Wrong results and assertions are known by the functions of the smallest test that shows them.
bool hd_known_calls(const struct hd_fault *f, const struct hd_test *smallest);
bool hd_known_add_calls(const struct hd_fault *f, const struct hd_test *smallest,
	const struct hd_cause *cause); // false: it was known
bool hd_known_race(const struct hd_site *a, const struct hd_site *b);
// Two races, each of two accesses: are they of one variable?
bool hd_same_race(const struct hd_site *a, const struct hd_site *b, const struct hd_site *c, const struct hd_site *d);
// cause.c
struct hd_cause hd_cause_of(const struct hd_case *c);
// program.c: the current program, main() or a generated test
struct hd_run hd_program_run(void); // of it, by no scheduler yet
bool hd_program_fills_stacks(void);
const struct hd_record *hd_program_execute(const struct hd_run *run); // and judges what happened
// Replays look for the fault that is expected, and for no other race.
struct hd_run hd_program_replay_run(const struct hd_schedule *s, const struct hd_fault *expected);
const struct hd_record *hd_program_replay(const struct hd_schedule *s, const struct hd_fault *expected, bool trace);
// minimise.c: fewest switches that still show the same fault
void hd_minimise(struct hd_schedule *s, struct hd_schedule *trial, const struct hd_fault *wanted);
bool hd_same_fault(const struct hd_fault *a, const struct hd_fault *b);

// message.c
void hd_message_note(const char *level, const struct hd_site *site, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void hd_message_finding(const struct hd_fault *f, const struct hd_schedule *schedule, const struct hd_found *found,
	const struct hd_cause *cause, uint64_t hash, bool exact); // cause: NULL if there is none
void hd_message_replay(bool same, uint64_t hash);
void hd_message_done(void);

#endif
