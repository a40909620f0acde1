// SPDX-License-Identifier: Apache-2.0
// A number that many may read at the same time, and one alone may write.
#ifndef READERS_WRITERS_H
#define READERS_WRITERS_H

typedef struct readers_writers readers_writers;

/** The number 0; NULL when there is no memory. */
readers_writers *readers_writers_new(void);

/** Free the number. No other thread may use it any more. */
void readers_writers_free(readers_writers *gate);

/** The number, as soon as nobody writes it. */
int readers_writers_read(readers_writers *gate);

/** Write the number, as soon as nobody reads or writes it. */
void readers_writers_write(readers_writers *gate, int number);

#endif
