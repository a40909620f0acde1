// heddle: none
// The nodes are the caller's; a node must not be in a chain twice.
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAIN_H
#define CHAIN_H

struct chain_node {
	struct chain_node *next;
	int key;
};

struct chain;
struct chain *chain_create(void);
void chain_destroy(struct chain *c);
void chain_push(struct chain *c, struct chain_node *node);
struct chain_node *chain_pop(struct chain *c);
int chain_length(struct chain *c);

#endif
