// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "letter_slot.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int letter;
};

struct letter_slot {
	_Atomic(struct node *) top;
};

letter_slot *letter_slot_new(void)
{
	return calloc(1, sizeof(letter_slot));
}

void letter_slot_free(letter_slot *s)
{
	while (letter_slot_pop(s) >= 0) {
	}
	free(s);
}

bool letter_slot_push(letter_slot *s, int letter)
{
	struct node *node = malloc(sizeof(*node));
	if (!node || letter < 0) {
		free(node);
		return false;
	}
	node->letter = letter;
	node->next = atomic_load(&s->top);
	while (!atomic_compare_exchange_weak(&s->top, &node->next, node)) {
	}
	return true;
}

// The one consumer alone takes nodes away: none comes back meanwhile.
int letter_slot_pop(letter_slot *s)
{
	struct node *node = atomic_load(&s->top);
	while (node && !atomic_compare_exchange_weak(&s->top, &node, node->next)) {
	}
	int letter = node ? node->letter : -1;
	free(node);
	return letter;
}
