// SPDX-License-Identifier: Apache-2.0
// What heddle (the host) and a harness (the target) say to each other.
//
// The host starts the harness with HEDDLE_CONTROL=<fd> in its environment: a
// shared memory file that holds one struct hd_control. Without the variable
// the program is an ordinary program: every hook passes through.
//
// The host fills `config` before the start and only reads `progress` after it.
// The harness sends messages on the descriptor `config.message_fd`: one JSON
// object per line, as abi/messages.def lists them.
#ifndef HD_ABI_CONTROL_H
#define HD_ABI_CONTROL_H

#include <linux/filter.h>
#include <stdint.h>

#include "abi/ring.h"

#define HD_CONTROL_ENV "HEDDLE_CONTROL"
#define HD_CONTROL_MAGIC 0x68656464u
#define HD_CONTROL_VERSION 9u

enum hd_verdict {
#define HD_VERDICT(name, text, oracle) HD_VERDICT_##name,
#include "abi/verdicts.def"
#undef HD_VERDICT
};

enum hd_oracle {
	HD_ORACLE_NONE = 0,
#define HD_ORACLE(name, text, on, summary) HD_ORACLE_BIT_##name,
#include "abi/oracles.def"
#undef HD_ORACLE
#define HD_ORACLE(name, text, on, summary) HD_ORACLE_##name = 1 << HD_ORACLE_BIT_##name,
#include "abi/oracles.def"
#undef HD_ORACLE
};

// Are freed blocks of the heap handed out again?
enum hd_heap { HD_HEAP_MIXED, HD_HEAP_FRESH, HD_HEAP_REUSE };

enum hd_mode {
	HD_MODE_RUN = 1,    // main() again and again
	HD_MODE_REPLAY = 2, // main(), or a stored test, under one stored schedule
	HD_MODE_TEST = 3,   // generated tests of an API (abi/api.h)
	HD_MODE_MODEL = 4,  // no tests; the static model goes into "done"
};

// How synchronization pairs are estimated.
enum hd_estimate {
	HD_ESTIMATE_HAPPENS_BEFORE, // locks held, creation, joins, what always lies between
	HD_ESTIMATE_LOCKSET,        // locks held and creation only, as published
};

// How a search for a crash is kept short.
enum hd_prune {
	HD_PRUNE_EXCEPTION, // a call that fails on its own; always
#define HD_PRUNING(name, text, summary) HD_PRUNE_##name,
#include "abi/prunings.def"
#undef HD_PRUNING
	HD_PRUNE_COUNT
};

enum hd_metric_id {
#define HD_METRIC(id, programs, summary) HD_METRIC_##id,
#include "abi/metrics.def"
#undef HD_METRIC
	HD_METRIC_COUNT
};

struct hd_config {
	uint32_t mode;           // enum hd_mode
	uint32_t oracles;        // mask of HD_ORACLE_*
	uint32_t keep_going;     // --keep-going
	uint32_t show_output;    // --show-output
	uint32_t jobs;           // --jobs: worker processes
	uint32_t depth;          // --depth: PCT's number of change points + 1
	uint32_t bound;          // --bound: preemptions allowed in dfs; UINT32_MAX: unbounded
	uint32_t spurious;       // --spurious: condition variables may wake up spuriously
	uint64_t seed;           // --seed
	uint64_t executions;     // --executions; 0: no limit
	uint64_t time_ms;        // --time; 0: no limit
	uint64_t max_steps;      // --steps: events per execution before it is cut off
	uint64_t max_heap;       // --heap: bytes of heap per execution before malloc fails
	uint32_t reuse;          // --heap: enum hd_heap
	uint64_t hang_ms;        // --hang: processor time without an event before a hang is reported
	uint64_t replay_times;   // HD_MODE_REPLAY: how often
	int32_t message_fd;      // where messages go
	uint32_t gdb;            // stop for a debugger at the fault
	uint32_t threads;        // --threads: suffixes of a test; 0: as the strategy says
	uint32_t suffix_max;     // --suffix-calls: calls of a suffix; 0: as the strategy says
	uint32_t prefix_max;     // --prefix-calls: calls of a prefix beyond constructors; 0: as the strategy says
	uint32_t repeat;         // --repeat: executions of a test; 0: as the strategy says
	uint32_t estimate;       // --estimate: enum hd_estimate
	uint32_t window;         // --window: executions without growth until coverage counts as saturated; 0: never
	uint32_t patience; // --patience: executions without a new pair until tsa departs from its rules; 0: never
	uint32_t goals; // --goals: executions of a test that maptest makes at most; 0: one for each pattern
	uint32_t points; // --points: of a schedule; 0: the usual number
	uint32_t variables; // --variables: of a schedule; 0: the usual number
	uint32_t measure; // --measure: mask of 1 << enum hd_metric_id
	uint32_t contract; // --contract: enum hd_api_contract of all classes; 0: as inferred
	uint32_t probability; // --probability, in thousandths; 0: 0.1 to 0.5 in turn
	uint32_t prune; // --prune: mask of 1 << enum hd_prune
	char crash_file[4096]; // the crash to reproduce (abi/crash_file.h); "": none
	char strategy[32]; // --strategy: name of the test strategy
	char class_name[128]; // --class: only this one (its name in abi/api.h); "": all
	char schedule[32]; // --schedule: name of the scheduler
	char replay_file[4096]; // HD_MODE_REPLAY: the stored schedule; HD_MODE_TEST: that of strategy `around`
	char resume_file[4096]; // --resume: what earlier campaigns left (engine/resume.c); "": nothing
	uint64_t first; // number of the first execution: those before it were of earlier campaigns
	char trace_hash[24]; // HD_MODE_REPLAY: the hash to reach, "" if none
	uint32_t rank, ranks; // of a campaign that several heddles make together; ranks 0 or 1: there is no other
};

// Written by the harness while it runs; the host only reads.
struct hd_progress {
	uint64_t executions; // finished
	uint64_t blocked; // explorations given up as redundant (exhaustive searches)
	uint64_t steps; // events of all executions
	uint64_t cut_off; // executions stopped at max_steps
	uint64_t findings; // distinct violations
	uint64_t tests; // HD_MODE_TEST: tests begun
	uint64_t pairs_covered, pairs_total; // HD_MODE_TEST: method pairs
	uint32_t stop; // written by the host: finish soon, keep everything
};

// What a worker does to itself before it runs code under test, so that the code can
// do no harm. The host has confined the whole harness already (harness/sandbox.c).
enum { HD_MAX_FILTER = 1024, HD_MAX_PIDS = 64 };
#define HD_FILTER_SELF 0x68645f5fu // stands for the worker's own number in the filter
#define HD_FORK_MARK 0x00800000u // CLONE_UNTRACED, which nobody uses: the zygote forks with it, or not at all
struct hd_confinement {
	uint32_t filter_length; // 0: none
	struct sock_filter filter[HD_MAX_FILTER];
	char scratch[1024]; // directory for everything that is written; "": files are not confined
	char start[4096]; // directory that heddle was started in
	uint32_t careful; // nothing protects files: calls that write them are refused
	volatile uint32_t pids[HD_MAX_PIDS]; // of workers, as the host knows them; written by the workers
};

struct hd_control {
	uint32_t magic;
	uint32_t version;
	struct hd_config config;
	struct hd_confinement confinement;
	volatile struct hd_progress progress;
	struct hd_ring to_ranks, from_ranks; // letters to and from harnesses of other ranks
};

#endif
