// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "members.h"

#include <pthread.h>
#include <stdlib.h>

struct member {
	struct member *next;
	int number;
};

struct members {
	pthread_mutex_t lock;
	struct member *first;
	size_t size;
};

members *members_new(void)
{
	members *m = calloc(1, sizeof(*m));
	if (m) {
		pthread_mutex_init(&m->lock, NULL);
	}
	return m;
}

void members_free(members *m)
{
	while (m->first) {
		struct member *next = m->first->next;
		free(m->first);
		m->first = next;
	}
	pthread_mutex_destroy(&m->lock);
	free(m);
}

static struct member **find(members *m, int number)
{
	struct member **at = &m->first;
	while (*at && (*at)->number != number) {
		at = &(*at)->next;
	}
	return at;
}

int members_join(members *m, int number)
{
	struct member *fresh = malloc(sizeof(*fresh));
	if (!fresh) {
		return 0;
	}
	pthread_mutex_lock(&m->lock);
	int joins = *find(m, number) == NULL;
	if (joins) {
		*fresh = (struct member){m->first, number};
		m->first = fresh;
		m->size++;
	}
	pthread_mutex_unlock(&m->lock);
	if (!joins) {
		free(fresh);
	}
	return joins;
}

int members_leave(members *m, int number)
{
	pthread_mutex_lock(&m->lock);
	struct member **at = find(m, number), *gone = *at;
	if (gone) {
		*at = gone->next;
		m->size--;
	}
	pthread_mutex_unlock(&m->lock);
	free(gone);
	return gone != NULL;
}

size_t members_size(members *m)
{
	pthread_mutex_lock(&m->lock);
	size_t size = m->size;
	pthread_mutex_unlock(&m->lock);
	return size;
}

int members_each(members *m, int (*visit)(int number, void *data), void *data)
{
	int sum = 0;
	pthread_mutex_lock(&m->lock);
	for (struct member *at = m->first; at && visit; at = at->next) {
		sum += visit(at->number, data);
	}
	pthread_mutex_unlock(&m->lock);
	return sum;
}
