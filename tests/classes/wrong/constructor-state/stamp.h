// heddle: data-race|assertion|out-of-bounds|not-linearizable
// stamp_parse keeps what it has read so far in a variable of the file: two threads read into one.
// SPDX-License-Identifier: Apache-2.0
#ifndef STAMP_H
#define STAMP_H

/** A time. Any function may be called from any thread. */
typedef struct stamp stamp;

/** The time that a text names ("2000-01-31"); NULL when it names none. */
stamp *stamp_parse(const char *text);

/** Free the stamp. No other thread may use it any more. */
void stamp_free(stamp *stamp);

/** The year. */
int stamp_year(const stamp *stamp);

/** The month, from 1 on. */
int stamp_month(const stamp *stamp);

#endif
