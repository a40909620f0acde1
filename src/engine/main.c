// SPDX-License-Identifier: Apache-2.0
// main() of every program that heddle links. The program's own main has become
// __heddle_main. Started directly, the program runs as usual.
//
// The map of the harness, as src/main.c has that of the host. A campaign goes through these,
// in this order:
//
//   engine/main.c                an ordinary program or a campaign?
//   engine/zygote.c              a clean image that forks workers and replaces them
//   engine/confine.c             what a worker gives up: processes, signals, files outside
//   engine/campaign.c            the loop of a program: begin, execute, judge, end
//   engine/tests.c               the loop of generated tests: propose, execute, judge
//   engine/classes.c             which classes are tested: the first worker learns the API
//   gen/learn.c                  before the first test: every function is tried, step by step
//   gen/trial.c                  one trial
//   gen/learn_parameters.c       which kinds of values a parameter survives
//   gen/learn_functions.c        whether a function can be used, and what it does
//   gen/learn_depths.c           how often a method must be called before it does something new
//   gen/learn_partners.c         which methods wait, and which end the wait
//   gen/learn_report.c           what was learned, as lines
//   gen/learn_flags.c            with which flags of a constructor methods take locks
//   gen/learn_classes.c          which functions make, end, change and observe objects of a class
//   gen/in_out.c                 T ** that wants an object, not room for one
//   gen/neighbours.c             functions that share global variables with a class
//   gen/effects.c                what methods may do, by the static model
//   gen/contract.c               what may be concurrent on one object
//   engine/exchange.c            letters to and from other ranks; goals that they have covered
//   engine/branches.c            branches of a search that go from rank to rank
//   engine/turns.c               which class the next test is of
//   strategy/registry.c          the table of test strategies
//   strategy/strategy.h          a test strategy: which test next
//   strategy/around.c            a stored test and its neighbours, for heddle check
//   strategy/auto.c              the default: pairs that can interfere first
//   strategy/crowd.c             its tests of three threads
//   strategy/row.c               its tests of one call against several
//   strategy/aftermath.c         its tests of one more call after a state that no order leaves
//   strategy/covcon.c            CovCon: the pair of methods with the lowest score
//   strategy/naive.c             the pair that was tried least
//   strategy/random.c            ConTeGe: random calls after a random prefix
//   strategy/random_once.c       random calls, each test once
//   strategy/maptest.c           MAPTest: a test for a pattern that nothing has covered
//   strategy/consuite.c          ConSuite: tests for schedules that nothing has covered
//   strategy/consuite/search.c   a genetic algorithm that writes call sequences
//   strategy/consuite/fitness.c  how far a sequence is from what a thread should pass
//   strategy/consuite/archive.c  which sequences pass what
//   strategy/tsa.c               CovCon's tests, scheduled by TSA
//   strategy/concrash.c          ConCrash: tests that may show a given crash
//   strategy/concrash/wanted.c   the crash: stacks, and the method that was called
//   strategy/concrash/lost.c     frames that the stacks do not have
//   strategy/concrash/points.c   where a call must come to on its own
//   strategy/concrash/candidates.c  the calls that a function can be made with
//   strategy/concrash/search.h   what the parts of its search share
//   strategy/concrash/prefixes.c the prefixes, breadth first
//   strategy/concrash/alone.c    calls executed alone after one of them
//   strategy/concrash/order.c    which of them come first
//   strategy/concrash/pairs.c    combinations of two of them
//   strategy/concrash/prune.c    which pairs of calls cannot show it
//   strategy/concrash/match.c    is a fault the crash?
//   gen/sequence.c               what a call does on its own: its sequential coverage
//   gen/state_hash.c             the state that it leaves
//   gen/test.h                   a test, as data
//   gen/build.c                  prefixes and calls of a test
//   gen/deep.c                   prefixes of many calls of one method
//   gen/early.c                  what a call handed out, at the moment when it returned
//   gen/kin.c                    objects that belong together: children with parents, what a thread has
//   gen/references.c             who owns a reference to the shared object
//   gen/series.c                 calls of one thread, and how to make others of them
//   gen/value.c                  values of parameters
//   gen/harvest.c                those that the code compares with
//   engine/patience.c            how long an execution is waited for
//   engine/program.c             the program at hand, main() or a test, as executions
//   engine/metrics.c             what is measured, and who listens to what meanwhile
//   gen/run.c                    a test as one execution: prefix and threads
//   gen/arguments.c              one call: arguments, the call, its object
//   gen/epilogue.c               the end of every test: observers and destructors
//   gen/lost.c                   what a test leaves behind and nothing points to
//   gen/reach.c                  blocks that can be reached by pointers
//   gen/results.c                what counts as a result, gathered into a hash
//   runtime/execution.h          what goes into an execution and comes out of it
//   runtime/execute.c            one execution, from a clean state to its end
//   runtime/interface.c          the hooks that instrumented code calls
//   runtime/access.c             memory accesses: switch point, validity, race
//   runtime/sched.c              switch points, and who may run
//   runtime/scheduler.h          a scheduler: which thread next
//   schedule/registry.c          the table of schedulers
//   schedule/auto.c              the default: several ways in turn
//   schedule/random.c            a random walk
//   schedule/round_robin.c       each thread in turn
//   schedule/os.c                long slices, as an operating system would use
//   schedule/pct.c               probabilistic concurrency testing
//   schedule/pos.c               partial-order sampling
//   schedule/places.c            threads held at one place until another has been executed
//   schedule/again.c             threads that wait before they use something again
//   schedule/conflicts.c         which places conflict, learned from executions
//   schedule/rff.c               reads-from fuzzing
//   schedule/surw.c              the selectively uniform random walk
//   schedule/shared.c            which steps others could notice, for those that see all steps
//   schedule/dfs.c               all schedules, depth first
//   schedule/dpor.c              all schedules up to equivalence
//   schedule/exhaust.c           what both of them do between two executions
//   schedule/tree.c              the search tree that workers share
//   schedule/tree_branch.c       branches of it that other ranks explore
//   schedule/tree_internal.h     what both know of it
//   schedule/happens.c           which events depend on each other, for dpor
//   schedule/thorough.c          dpor, and where that is too much PCT and POS
//   schedule/maptest.c           towards memory-access patterns
//   schedule/consuite.c          enforces schedules of points
//   schedule/consuite/aims.c     those that the test at hand could be made to pass
//   schedule/noise.c             random yields and delays
//   schedule/replay.c            a stored schedule
//   schedule/tsa.c               TSA: towards pairs of lock sites
//   schedule/tsa/watch.c         what TSA's schedulers share: estimate, record, watch
//   schedule/tsa/controller.c    which threads are paused at a lock
//   schedule/tsa/saturation.c    when more executions are not worthwhile
//   runtime/fault.c              a fault ends the execution: stacks, signals, the watchdog
//   engine/judge.c               is what an execution of a test did right?
//   engine/reuse.c               in which executions freed blocks are handed out again
//   engine/resources.c           memory that executions of a test lose, and no order does
//   engine/results.c             distinct results of a test, and whether some order explains them
//   engine/states.c              states that executions of a test leave, and no order does
//   oracle/linear.c              all sequential orders of a test, and their results
//   engine/findings.c            a violation becomes a finding: confirm, minimise, trace, report
//   engine/resume.c              what earlier campaigns left, and what this one leaves
//   engine/known.c               what has been reported already
//   engine/cause.c               the data race behind another violation
//   engine/minimise_test.c       the smallest test that shows the same
//   engine/minimise.c            the fewest switches that show the same
//   engine/reproduce.c           heddle reproduce: a campaign that ends with one crash
//   engine/replay_file.c         heddle replay: a stored schedule, executed
//   engine/read_schedule.c       a stored schedule, read
//   engine/message.c             what the host is told
//   engine/message_finding.c     test, stacks, schedules and trace of a finding
//   gen/print_file.c             a test as a C file
//   gen/print.c                  its declarations and calls
//   gen/outcomes.c               wrong results, next to those of sequential orders
//   gen/print_check.c            its condition: results that no sequential order gives
//   gen/store.c                  a test as lines of a schedule file
//   engine/message_reproduction.c  how a crash was looked for
//   engine/message_coverage.c    what was covered, of what
//   engine/line.c                one line of JSON
//   engine/mail.c                a message on its way to the host
//   engine/engine.h              what a campaign keeps
//
// An execution uses these parts of the runtime (runtime/rt.h has its terms and invariants):
//
//   runtime/current.h            the execution that is being made
//   runtime/fiber.c              the threads of the code under test; runtime/fiber_*.S
//   runtime/fiber_switch.h       the switch from one to another
//   runtime/deadlock.c           nobody can run: who waits for what
//   runtime/spin.c               threads that wait by reading, in exhaustive searches
//   runtime/livelock.c           beyond the step budget: does it repeat itself?
//   runtime/fair.c               threads take turns, and time passes by steps
//   runtime/record.c             segments and events
//   runtime/sync.c               synchronization objects, found by address
//   runtime/primitives.h             the models of the primitives:
//   runtime/mutex.c              mutexes and spin locks; runtime/quick_lock.h has the usual case
//   runtime/rwlock.c             read-write locks
//   runtime/cond.c               condition variables
//   runtime/barrier.c            barriers
//   runtime/sem.c                semaphores
//   runtime/once.c               pthread_once and call_once
//   runtime/futex.c              futexes
//   runtime/thread.c             threads
//   runtime/specific.c           thread-specific data
//   runtime/race.c               data races; runtime/clock.h has vector clocks
//   runtime/shadow.h             one cell for every 8 bytes of memory
//   runtime/address_space.h      where everything lies
//   runtime/attributes.h         how the engine is compiled
//   runtime/memory.c             memory of the engine: reserved, shared
//   runtime/mapped.c             is there memory at an address at all?
//   runtime/heap.c               the checked heap
//   runtime/base_heap.c          its blocks from before main
//   runtime/before_main.c        has main begun?
//   runtime/interpose.c          malloc for uninstrumented code
//   runtime/globals.c            globals and thread-locals, put back between executions
//   runtime/foreign.c            data of uninstrumented code, put back
//   runtime/state.c              what was changed of the process, put back
//   runtime/files.c              files of the code under test, in the sandbox
//   runtime/args.c               argv and environment, at fixed addresses
//   runtime/module.c             in every program and library: where its records are
//   runtime/sites.c              sites by number, place and address
//   runtime/rng.h                random numbers
//   runtime/table.h              keys, numbered: the one table with open addressing
//   runtime/shim.h               shims, called in place of library functions (abi/redirects.def):
//   runtime/shim_pthread.c       locks, condition variables, barriers and once of pthreads
//   runtime/shim_thread.c        its threads and their own data
//   runtime/shim_sem.c           semaphores
//   runtime/shim_c11.c           C11 threads
//   runtime/shim_memory.c        malloc, memory and string functions
//   runtime/shim_map.c           mmap
//   runtime/shim_time.c          clocks, sleeping, random numbers
//   runtime/shim_file.c          files by name
//   runtime/shim_descriptor.c    descriptors
//   runtime/shim_process.c       exit, signals
//   runtime/shim_identity.c      process and thread numbers
//   runtime/shim_syscall.c       syscall(); runtime/syscalls.def
//   runtime/shim_forward.c       those that need no code of their own
//   runtime/shims.h              what shims offer to the rest
//
// Known before anything is executed, and measured meanwhile:
//
//   model/model.c                the static model: functions, calls, sites and variables of methods
//   model/calls.c                the call graph
//   model/constants.c            what functions compare values with
//   model/helpers.c              functions that take a lock for their callers
//   model/flow.c                 the flow of control across functions: what can follow what
//   model/control.c              which branches decide over which blocks
//   model/distance.c             how far an execution was from a place
//   metric/registry.c            the table of metrics
//   metric/metric.h              a metric: what executions covered
//   metric/method_pairs.c        pairs of methods that ran concurrently
//   metric/pairs.c               their scores, tries and coverage
//   metric/race_pairs.c          pairs of sites that raced
//   metric/reads_from.c          reads of what another thread wrote
//   metric/schedules/schedules.c schedules of a class's points that executions covered
//   metric/schedules/space.c     all of them, by arithmetic
//   metric/schedules/points.c    the points: accesses and lock operations
//   metric/sync/sync_pairs.c     pairs of lock sites that followed each other
//   metric/sync/pairs.c          the pairs: expected, seen, missed
//   metric/sync/place.c          where a lock is taken
//   metric/sync/estimate.c       which of them some schedule can show
//   metric/sync/thread_model.c   what each thread locked, where, and holding what
//   metric/sync/locksets.c       sets of held locks, each kept once
//   metric/map/map.c             memory-access patterns that executions covered
//   metric/map/patterns.c        the 17 patterns
//   metric/map/matcher.c         finds them in an execution
//   metric/map/goals.c           those that a test could cover
//   metric/map/covered.c         those that were, in a set
//   metric/map/explain.c         the one behind a finding
//
// The code under test comes with records and hooks from the compiler plugin:
//
//   pass/plugin.cpp              registers it; pass/pass.h says what its parts do
//   pass/instrument.c            a hook before everything the runtime must see
//   pass/branches.c              what branches compare, and edges by the outcome they stand for
//   pass/constants.c             what values are compared with
//   pass/redirect.c              functions, main, thread-locals and globals by other names
//   pass/model.c                 records of functions, sites, variables, calls and edges
//   pass/names.c                 names of memory locations
//   pass/types.cpp               names of fields, from debug info
//   pass/loops.cpp               loops of a function that make no call
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int __heddle_main(int argc, char **argv, char **envp) __attribute__((weak));

static struct hd_control *map_control(const char *fd_text)
{
	int fd = atoi(fd_text);
	struct hd_control *c = hd_memory_map(fd, sizeof(*c));

	if (!c || c->magic != HD_CONTROL_MAGIC || c->version != HD_CONTROL_VERSION) {
		fprintf(stderr, "heddle: the harness was built by a different version of heddle\n");
		return NULL;
	}
	close(fd);
	return c;
}

__attribute__((weak, visibility("default"))) int main(int argc, char **argv, char **envp)
{
	const char *fd = getenv(HD_CONTROL_ENV);

	if (!fd) {
		if (!__heddle_main) {
			fprintf(stderr, "heddle: this program is a test harness, to be run by heddle\n");
			return 2;
		}
		return __heddle_main(argc, argv, envp);
	}
	struct hd_control *control = map_control(fd);
	unsetenv(HD_CONTROL_ENV);
	return control ? hd_zygote_main(control, argc, argv, envp) : 3;
}
