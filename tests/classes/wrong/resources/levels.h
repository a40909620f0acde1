// heddle: leak
// Whoever comes second makes another table and throws the first one away, unfreed.
// SPDX-License-Identifier: Apache-2.0
#ifndef LEVELS_H
#define LEVELS_H

/** Levels of loggers by name, in a table that is made when it is first needed. Thread-safe. */
int levels_raise(int logger);
int levels_get(int logger);

#endif
