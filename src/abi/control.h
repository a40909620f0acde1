// SPDX-License-Identifier: Apache-2.0
// What heddle (the host) and a harness (the target) say to each other.
//
// The host starts the harness with HEDDLE_CONTROL=<fd> in its environment: a
// shared memory file that holds one struct hd_control. Without the variable
// the program is an ordinary program: every hook passes through.
//
// The host fills `config` before the start and only reads `progress` after it.
// The harness sends messages on the descriptor `config.message_fd`: one JSON
// object per line, never longer than a finding needs. Types:
//
//   {"type":"note","level":"warning"|"error","text":"...","where":FRAME?}
//       for people; "error" means the campaign cannot be carried out (exit status 2)
//   {"type":"finding", ...}
//       kind        text of verdicts.def
//       message     one line: what happened
//       details     lines of text: who waits for what, block allocated where, ...
//       seed, execution (number of the execution that showed it, from 1), seconds
//       hash        trace hash of the replayed, minimised execution, 16 hex digits
//       switches    context switches of the minimised schedule (found_switches: before)
//       thread      the thread that failed
//       site        SITE of the failing access or call, if known
//       stacks      [{"thread":1,"title":"write of 8 bytes to struct queue.head","frames":[FRAME...]}...]
//                   the first one is the fault's own; races have two
//       schedule    text of the schedule file (abi/schedule_file.h)
//       trace       [{"t":thread,"step":n,"op":"read","site":SITE,"value":"0x2a","size":4,"note":"..."}...]
//                   the shared events of the minimised execution, in order
//       of tests also: class, functions [...], prefix [text...], threads [[text...]...], test_c,
//                   test_schedule (as schedule, for the program test.c),
//                   pattern {"type":n,"text":"...","steps":[SITE...]}: the memory-access pattern it comes down to, if there is one
//   {"type":"replay","time":k,"same":true|false,"kind":"...","hash":"..."}
//   {"type":"done","reason":"budget"|"finding"|"exhausted"|"saturated"|"interrupted"|"error"|"died",
//    "executions":n,"blocked":n,"traces":n,"cut_off":n,"steps":n,"seconds":s,"violations":n}
//       deaths, death: how many workers died unexpectedly, how the last one did
//       traces: distinct complete executions (exhaustive searches only)
//       of schedules that count synchronization pairs also:
//       coverage {"sync_pairs":{"covered":n,"total":n,"estimated":n,"false_positives":n,"false_negatives":n}},
//       sync_pairs [{"first":SITE,"second":SITE,"estimated":b,"covered":b}...],
//       sync_rules [n,n,n,n]: how often no rule, rule 1, 2, 3 decided,
//       growth [{"metric":"sync_pairs","executions":n,"seconds":s,"covered":n}...]: coverage when it grew
//       of tests also: functions (of the API that are defined), uninstrumented (how many of them),
//       tests, illegal, linearizations, class,
//       coverage {"method_pairs":{"covered":n,"total":n}},
//       access_patterns {"covered":n,"total":n,"feasible":n,"pruned_by_locks":n,"bounded":n,"types":[n x 17]} in it, if
//       they were measured; growth then has their metric, too
//       pairs [{"a":"f","b":"g","tried":n,"covered":n,"score":n}...],
//       learned [{"function":"f","text":"..."}...]
//       of HD_MODE_MODEL also: model [{"class":"c","total":n,"feasible":n,
//       variables [{"name":"...","reads":[SITE...],"writes":[SITE...],"readers":["f"...],"writers":["f"...]}...]}...]
//
//   FRAME = {"module":"" (the harness itself) or path,"offset":n}: offset of the
//           return address from the module's load address
//   SITE  = {"file":"...","line":n,"column":n,"function":"...","variable":"..."?}
#ifndef HD_ABI_CONTROL_H
#define HD_ABI_CONTROL_H

#include <stdint.h>

#define HD_CONTROL_ENV "HEDDLE_CONTROL"
#define HD_CONTROL_MAGIC 0x68656464u
#define HD_CONTROL_VERSION 4u

enum hd_verdict {
#define HD_VERDICT(name, text, oracle) HD_VERDICT_##name,
#include "abi/verdicts.def"
#undef HD_VERDICT
	HD_VERDICT_COUNT
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

// What is measured although the strategy does not need it.
enum { HD_MEASURE_ACCESS_PATTERNS = 1 };

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
	uint64_t hang_ms;        // --hang: processor time without an event before a hang is reported
	uint64_t replay_times;   // HD_MODE_REPLAY: how often
	int32_t message_fd;      // where messages go
	uint32_t gdb;            // stop for a debugger at the fault
	uint32_t threads;        // --threads: suffixes of a test
	uint32_t suffix_max;     // --suffix-calls: calls of a suffix; 0: as the strategy says
	uint32_t prefix_max;     // --prefix-calls: calls of a prefix beyond constructors; 0: as the strategy says
	uint32_t repeat;         // --repeat: executions of a test; 0: as the strategy says
	uint32_t estimate;       // --estimate: enum hd_estimate
	uint32_t window;         // --window: executions without growth until coverage counts as saturated; 0: never
	uint32_t patience;       // --patience: executions without a new pair until tsa departs from its rules; 0: never
	uint32_t goals;          // --goals: executions of a test that maptest makes at most; 0: one for each pattern
	uint32_t measure;        // --measure: mask of HD_MEASURE_*
	uint32_t probability;    // --probability, in thousandths; 0: 0.1 to 0.5 in turn
	char strategy[32];       // --strategy: name of the test strategy
	char class_name[128];    // --class: only this one (its name in abi/api.h); "": all
	char schedule[32];       // --schedule: name of the schedule strategy
	char replay_file[4096];  // HD_MODE_REPLAY: the stored schedule
	char trace_hash[24];     // HD_MODE_REPLAY: the hash to reach, "" if none
};

// Written by the harness while it runs; the host only reads.
struct hd_progress {
	uint64_t executions; // finished
	uint64_t blocked;    // explorations given up as redundant (exhaustive searches)
	uint64_t steps;      // events of all executions
	uint64_t cut_off;    // executions stopped at max_steps
	uint64_t findings;   // distinct violations
	uint64_t tests;      // HD_MODE_TEST: tests begun
	uint64_t pairs_covered, pairs_total; // HD_MODE_TEST: method pairs
	uint32_t worker_pid;
	uint32_t stop; // written by the host: finish soon, keep everything
};

struct hd_control {
	uint32_t magic;
	uint32_t version;
	struct hd_config config;
	volatile struct hd_progress progress;
};

#endif
