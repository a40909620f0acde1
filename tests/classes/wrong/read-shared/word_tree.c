// heddle: data-race|not-linearizable
// word_tree_find remembers the last word in the tree that everyone reads.
// SPDX-License-Identifier: Apache-2.0
#include "word_tree.h"

#include <stdlib.h>
#include <string.h>

struct node {
	struct node *left, *right;
	int number;
	char word[16];
};

struct word_tree {
	struct node *root;
	struct node *recent;
	size_t size;
};

word_tree *word_tree_new(void)
{
	return calloc(1, sizeof(word_tree));
}

static void end(struct node *n)
{
	if (n) {
		end(n->left);
		end(n->right);
		free(n);
	}
}

int word_tree_remove_all(word_tree *t)
{
	int had = (int)t->size;
	end(t->root);
	t->root = NULL;
	t->recent = NULL;
	t->size = 0;
	return had;
}

void word_tree_free(word_tree *t)
{
	end(t->root);
	free(t);
}

int word_tree_insert(word_tree *t, const char *word)
{
	struct node **at = &t->root;
	if (!word) {
		return 0;
	}
	while (*at && strncmp(word, (*at)->word, 15) != 0) {
		at = strncmp(word, (*at)->word, 15) < 0 ? &(*at)->left : &(*at)->right;
	}
	if (*at || !(*at = calloc(1, sizeof(**at)))) {
		return 0;
	}
	strncpy((*at)->word, word, 15);
	(*at)->number = (int)++t->size;
	return 1;
}

int word_tree_find(const word_tree *t, const char *word)
{
	struct node *n = t->root;
	if (!word) {
		return -1;
	}
	if (t->recent && strcmp(t->recent->word, word) == 0) {
		return t->recent->number;
	}
	while (n && strncmp(word, n->word, 15) != 0) {
		n = strncmp(word, n->word, 15) < 0 ? n->left : n->right;
	}
	if (n) {
		((word_tree *)t)->recent = n; // saves the next one the way
	}
	return n ? n->number : -1;
}

size_t word_tree_size(const word_tree *t)
{
	return t->size;
}
