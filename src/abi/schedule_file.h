// SPDX-License-Identifier: Apache-2.0
// The stored schedule: text, one version number, refused loudly on mismatch.
//
//   heddle-schedule 2
//   seed 42         of the campaign, for information only
//   eager 1         timed waits may end before their time
//   reuse 1         freed blocks of the heap are handed out again; 1: the newest first, 2: the oldest
//   turns 1         after the last line threads take turns, one step each: a livelock
//   race 2 0 push a.c  the replay is about a race of two accesses, in two lines: basic block and
//                   place in it, function and file of each
//   site 40 9 2 0 a.c  the same for another program with the same code: line, column, basic
//                   block and place in it, file
//   leak 40 9 2 0 a.c  the replay is about a block that was allocated there and is lost
//   outside main    steps are counted at sites outside of the source file of main() only: the
//                   schedule is of any program that makes the same calls in its threads
//   run 0 17        thread 0 until it has made 17 steps of its own (or cannot continue)
//   run 1 4
//   choice 2        the next choice other than of a thread (which waiter a signal wakes)
//   ...
// Findings in generated tests have the test before that, for the harness alone:
//   test ...        any text
//   call ...
// Unless they take turns, the running thread continues after the last line until it cannot or
// yields, then the next one that can. A thread that cannot run when its line comes is passed over.
#ifndef HD_ABI_SCHEDULE_FILE_H
#define HD_ABI_SCHEDULE_FILE_H
#include <stdint.h>

#define HD_SCHEDULE_MAGIC "heddle-schedule"
#define HD_SCHEDULE_VERSION 2
// Threads are told apart by a byte, of which two values mean something else.
#define HD_SCHEDULE_THREADS 254
#define HD_SCHEDULE_CHOICES 256
#define HD_SCHEDULE_STEPS INT64_MAX
// HD_SCHEDULE_LINE(word, numbers that follow (-1: any text), the first is less than this, all
// others than that)
#define HD_SCHEDULE_LINES                                                                          \
	HD_SCHEDULE_LINE("seed", 1, UINT64_MAX, 0)                                                     \
	HD_SCHEDULE_LINE("eager", 1, 2, 0)                                                             \
	HD_SCHEDULE_LINE("reuse", 1, 3, 0)                                                             \
	HD_SCHEDULE_LINE("turns", 1, 2, 0)                                                             \
	HD_SCHEDULE_LINE("race", -1, 0, 0)                                                             \
	HD_SCHEDULE_LINE("site", -1, 0, 0)                                                             \
	HD_SCHEDULE_LINE("leak", -1, 0, 0)                                                             \
	HD_SCHEDULE_LINE("outside", -1, 0, 0)                                                          \
	HD_SCHEDULE_LINE("run", 2, HD_SCHEDULE_THREADS, HD_SCHEDULE_STEPS)                             \
	HD_SCHEDULE_LINE("choice", 1, HD_SCHEDULE_CHOICES, 0)                                          \
	HD_SCHEDULE_LINE("test", -1, 0, 0)                                                             \
	HD_SCHEDULE_LINE("call", -1, 0, 0)
#endif
