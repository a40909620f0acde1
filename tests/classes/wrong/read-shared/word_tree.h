// heddle: data-race|not-linearizable
// word_tree_find remembers the last word in the tree that everyone reads.
// SPDX-License-Identifier: Apache-2.0
#ifndef WORD_TREE_H
#define WORD_TREE_H

#include <stddef.h>

/** Words in order. Build it in one thread; then any number of threads may read it: functions that
 * take a const tree are safe for concurrent reading. */
typedef struct word_tree word_tree;

word_tree *word_tree_new(void);
void word_tree_free(word_tree *t);
int word_tree_insert(word_tree *t, const char *word);
int word_tree_remove_all(word_tree *t);
int word_tree_find(const word_tree *t, const char *word);
size_t word_tree_size(const word_tree *t);

#endif
