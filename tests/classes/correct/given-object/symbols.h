// heddle: none
// Symbols are given out and given back, the last time by two threads at once.
// SPDX-License-Identifier: Apache-2.0
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>

/** A table of texts, each kept once and counted. For any number of threads. */
typedef struct symbols symbols;
typedef struct symbol symbol;

symbols *symbols_new(void);

/** Free the table with all symbols. No other thread may use it any more. */
void symbols_free(symbols *table);

/** Give a symbol back; the last one who has it frees it. */
void symbols_release(symbols *table, symbol *s);

/** The symbol of a text, which the caller must give back; NULL without memory. */
symbol *symbols_acquire(symbols *table, const char *text);

/** How many there are. */
size_t symbols_count(symbols *table);

#endif
