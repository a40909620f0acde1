// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "chain_list.h"

#include <pthread.h>
#include <stdlib.h>

struct chain {
	struct chain *next;
	int item;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct chain *chain_new(void)
{
	return calloc(1, sizeof(struct chain));
}

void chain_free(struct chain **first)
{
	while (*first) {
		struct chain *link = *first;
		*first = link->next;
		free(link);
	}
}

int chain_push(struct chain **first, int item)
{
	struct chain *link = malloc(sizeof(*link));
	if (!link) {
		return -1;
	}
	pthread_mutex_lock(&lock);
	link->item = item;
	link->next = *first;
	int below = (*first)->item;
	*first = link;
	pthread_mutex_unlock(&lock);
	return below;
}

int chain_take(struct chain **first)
{
	pthread_mutex_lock(&lock);
	struct chain *link = *first;
	int item = -1;
	if (link->next) {
		item = link->item;
		*first = link->next;
	} else {
		link = NULL;
	}
	pthread_mutex_unlock(&lock);
	free(link);
	return item;
}
