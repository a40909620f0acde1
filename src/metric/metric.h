// SPDX-License-Identifier: Apache-2.0
// A metric: what the executions of a campaign have covered. One file in metric/, one const
// struct, one row in abi/metrics.def (docs/adding-a-metric.md).
//
// A metric is measured if a strategy or a scheduler names it, because it steers by it, or if
// --measure does. Nothing is paid for one that is not (engine/metrics.c).
//
// Guarantees to a metric:
//  - `state` is `state_size` zeroed bytes that live for the whole campaign, also across
//    workers; memory beyond comes from hd_persist_alloc(). Variables of the file are a
//    worker's own and do not outlive it.
//  - Workers side by side have a state each, which merge() brings together in the end;
//    or all have one, if the metric is `shared`: then two may change it at the same time.
//  - Where several ranks make one campaign, goals() is asked while workers are at work, and what it puts is
//    taken by take_goal() of the others: of a `shared` state at any time, of a worker's own between executions.
//  - begin, then begin_test, then begin_execution, events, end_execution, in this order.
//    Each worker begins its test once more, also in the middle of it. Only executions of
//    the campaign count: no trials, no sequential orders, no replays.
//  - Events are those of the current thread (hd.cur). What it does next may depend on the
//    metric only if something steers by it.
//  - Each function may be missing.
#ifndef HD_METRIC_METRIC_H
#define HD_METRIC_METRIC_H

#include "abi/messages.h"
#include "runtime/rt.h"

// A class under test, as far as metrics need to know it.
struct hd_subject {
	uint16_t class;           // its number in __heddle_api
	const uint16_t *methods;  // functions of the API that concurrent threads may call
	unsigned nmethods;
	const int16_t *method_of; // by function: index in methods, -1: none
	const struct hd_model *model;
	bool spawns; // it has threads of its own
};

struct hd_metric_setup {
	const struct hd_config *config;
	const struct hd_subject *subjects; // none for a program
	unsigned nsubjects;
};

// Where a metric writes what is told of it. Keys are those of abi/messages.def.
struct hd_writer {
	// Members of an object.
	void (*number)(struct hd_number_key key, uint64_t value);
	void (*text)(struct hd_text_key key, const char *text);
	void (*flag)(struct hd_flag_key key, bool value);
	void (*site)(struct hd_object_key key, const struct hd_site *site);
	void (*list)(struct hd_list_key key); // begins one
	// Elements of a list.
	void (*element)(uint64_t value);
	void (*object)(void); // begins one
	void (*close)(char bracket); // ends what was begun: '}' or ']'
};

// What a metric can be told of: it has functions for these.
enum {
	HD_HEARS_CALLS = 1,
	HD_HEARS_ACCESSES = 2,
	HD_HEARS_SYNC = 4,
	HD_HEARS_FUNCTIONS = 8,
	HD_HEARS_BRANCHES = 16,
	HD_HEARS_RACES = 64,
	// Not by itself: what else is listened to is told from the beginning of the execution on, also
	// while only one thread lives. Only begin_execution can ask for it.
	HD_HEARS_ALONE = 32,
};

struct hd_metric {
	size_t state_size;
	bool shared; // all workers have one state
	// Of the campaign. The classes are known, and their models are there.
	void (*begin)(void *state, const struct hd_metric_setup *setup);
	// Another test, or the program (subject NULL). Threads 1 to nthreads make its calls.
	void (*begin_test)(void *state, const struct hd_subject *subject, unsigned nthreads);
	// events: mask of HD_HEARS_* that it has functions for; gives those that it wants to be
	// told of in this execution. Missing: all.
	unsigned (*begin_execution)(void *state, unsigned events);
	// A concurrent call of the test, by function of the API.
	void (*call)(void *state, uint16_t function, bool starts);
	// An access while other threads live, directly before it is made.
	void (*access)(void *state, const struct hd_op *op);
	// A lock was taken or given back (the kind says how), or a thread was created or
	// joined (object: its number).
	void (*synced)(void *state, enum hd_event_kind kind, uintptr_t object, const struct hd_site *site);
	// Instrumented functions; of tests from the first concurrent call on, or from the beginning
	// if the class has threads of its own.
	void (*enter)(void *state, const struct hd_func *f);
	void (*leave)(void *state, const struct hd_func *f);
	// A branch that compares a with b (enum hd_predicate); from when on: as for functions. Only
	// harnesses that are built with FLOW (abi/strategies.def) tell of branches, and of static functions.
	void (*branch)(void *state, const struct hd_site *site, uint64_t a, uint64_t b, uint32_t predicate);
	// Two accesses without a happens-before order, the later one first; told where races are looked for.
	void (*race)(void *state, const struct hd_site *site, const struct hd_site *other);
	void (*end_execution)(void *state, const struct hd_outcome *o);
	// Goals by number, which is the same in every campaign of the same code, for those of another
	// time or machine. value: how often it was covered in the upper half, what else is known in the lower one.
	void (*goals)(const void *state, void (*put)(uint64_t goal, uint64_t value));
	void (*take_goal)(void *state, uint64_t goal, uint64_t value); // what another has; covered stays covered
	// Takes over what `from` has.
	void (*merge)(void *into, const void *from);
	// How much; asked after each execution, so that growth over time is known.
	uint64_t (*covered)(const void *state);
	// The members of its object: `covered`, `total`, and what else there is to say.
	void (*report)(const void *state, const struct hd_writer *w);
	// Lists beside that object.
	void (*rows)(const void *state, const struct hd_writer *w);
};

#define HD_METRIC(id, programs, summary) extern const struct hd_metric hd_metric_##id;
#include "abi/metrics.def"
#undef HD_METRIC

extern const struct hd_metric *const hd_metrics[HD_METRIC_COUNT];
extern const char *const hd_metric_names[HD_METRIC_COUNT];

// The states that this worker's executions change; NULL: it is not measured. Metrics give
// whoever steers by them a function of the right type for it.
extern void *hd_metric_states[HD_METRIC_COUNT];

static inline void *hd_metric_state(enum hd_metric_id id)
{
	return hd_metric_states[id];
}

#endif
