// heddle: none
// chain_next lends a part that chain_cut frees: no test may go on using it then.
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAIN_H
#define CHAIN_H

#include <stdbool.h>

typedef struct chain chain;

/** A chain of one link; NULL when there is no memory. */
chain *chain_new(int load);

/** Free the chain. No other thread may use it any more. */
void chain_free(chain *chain);

/** Hang a link on the end of the first; -1 when there is one, or no memory. */
int chain_extend(chain *chain, int load);

/** The link that hangs on the first, which belongs to the chain; NULL if there is none. */
chain *chain_next(chain *chain);

/** Free what hangs on the first link; whether there was something. */
bool chain_cut(chain *chain);

/** What the first link carries. */
int chain_load(chain *chain);

#endif
