// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef TALLY_H
#define TALLY_H

/** Adds up numbers in a thread of its own. */
typedef struct tally tally;

/** Make a tally and start its thread; NULL when that fails. */
tally *tally_new(void);

/** Finish what is left, stop the thread, free the tally. No other thread may use it any more. */
void tally_free(tally *tally);

/** Post a number and go on at once; how many were posted so far, or 0 when there is no memory. */
unsigned tally_post(tally *tally, int number);

/** Wait until everything that was posted before is added up; the sum then. @heddle blocking */
long tally_sum(tally *tally);

/** How many numbers were posted. */
unsigned tally_posted(tally *tally);

/** How many of them are added up by now: weakly consistent; @heddle weak */
unsigned tally_done(tally *tally);

#endif
