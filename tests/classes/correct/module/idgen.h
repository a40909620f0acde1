// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef IDGEN_H
#define IDGEN_H

/** Numbers that are unique in the program: 1, 2, 3, ... There is one generator and no handle. */

/** A number that was never given out before. */
unsigned idgen_next(void);

/** Reserve some numbers in a row; the first one of them, or 0 when the count is 0 or more than
 * 1000. */
unsigned idgen_reserve(unsigned count);

/** Never give out numbers up to this one any more. */
void idgen_skip(unsigned used);

/** The number that was given out last, or 0. */
unsigned idgen_last(void);

#endif
