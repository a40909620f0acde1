// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef LATCH_H
#define LATCH_H

#include <stdbool.h>

/** Opens for good when it was counted down to 0. */
typedef struct latch latch;

/** Make a latch with a count of 0 to 1000; NULL when the count is wrong or there is no memory. */
latch *latch_new(int count);

/** Free the latch. No other thread may use it any more. */
void latch_free(latch *latch);

/** Count down by one, but not below 0; the count that is left. */
int latch_down(latch *latch);

/** Open the latch at once; false when it was open. */
bool latch_open(latch *latch);

/** Wait until the count is 0. @heddle blocking */
void latch_wait(latch *latch);

/** Wait until the count is 0, but no longer than some milliseconds (0 to 1000): true when it is 0.
 * The result depends on the time that passes: weakly consistent; @heddle weak */
bool latch_wait_for(latch *latch, int milliseconds);

/** The count that is left. */
int latch_count(latch *latch);

#endif
