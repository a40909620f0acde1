// heddle: double-free|use-after-free|null-dereference
// tokens_next keeps its copy in a variable that all have in common.
// SPDX-License-Identifier: Apache-2.0
#ifndef TOKENS_H
#define TOKENS_H

/** Cuts a text into words. Each thread needs its own. */
typedef struct tokens tokens;

tokens *tokens_new(const char *text);
void tokens_free(tokens *t);
int tokens_next(tokens *t);
int tokens_count(tokens *t);

#endif
