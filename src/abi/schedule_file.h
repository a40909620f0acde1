// SPDX-License-Identifier: Apache-2.0
// The stored schedule: text, one version number, refused loudly on mismatch.
//
//   heddle-schedule 1
//   seed 42         of the campaign, for people
//   eager 1         timed waits may end before their time
//   race 12 17      the replay is about the race of these two sites
//   site 40 9 2 0 a.c  the same for another program with the same code, in two lines: line,
//                   column, basic block and place in it, file of a racing access
//   outside main    steps are counted at sites outside of the source file of main() only: the
//                   schedule is of any program that makes the same calls in its threads
//   run 0 17        thread 0 until it has made 17 steps of its own (or cannot go on)
//   run 1 4
//   choice 2        the next choice that is not of a thread (whom a signal wakes)
//   ...
// Findings in generated tests have the test before that, for the harness alone:
//   test ...        any text
//   call ...
//   value ...
// After the last line the running thread goes on until it cannot or yields, then
// the next one that can. A thread that cannot run when its line comes is passed over.
#ifndef HD_ABI_SCHEDULE_FILE_H
#define HD_ABI_SCHEDULE_FILE_H
#define HD_SCHEDULE_MAGIC "heddle-schedule"
#define HD_SCHEDULE_VERSION 1
// HD_SCHEDULE_LINE(word, numbers that follow; -1: any text)
#define HD_SCHEDULE_LINES                                                                          \
	HD_SCHEDULE_LINE("seed", 1)                                                                    \
	HD_SCHEDULE_LINE("eager", 1)                                                                   \
	HD_SCHEDULE_LINE("race", 2)                                                                    \
	HD_SCHEDULE_LINE("site", -1)                                                                   \
	HD_SCHEDULE_LINE("outside", -1)                                                                \
	HD_SCHEDULE_LINE("run", 2)                                                                     \
	HD_SCHEDULE_LINE("choice", 1)                                                                  \
	HD_SCHEDULE_LINE("test", -1)                                                                   \
	HD_SCHEDULE_LINE("call", -1)                                                                   \
	HD_SCHEDULE_LINE("value", -1)
#endif
