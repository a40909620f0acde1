// SPDX-License-Identifier: Apache-2.0
// Two data, of which the second one is one more than the first one, once that is set.
#ifndef TWO_STAGE_H
#define TWO_STAGE_H

typedef struct two_stage two_stage;

/** Data that are not set; NULL when there is no memory. */
two_stage *two_stage_new(void);

/** Free the data. No other thread may use them any more. */
void two_stage_free(two_stage *data);

/** Set both. */
void two_stage_a(two_stage *data);

/** Compare both, if they are set; the first one. */
int two_stage_b(two_stage *data);

#endif
