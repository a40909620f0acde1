// SPDX-License-Identifier: Apache-2.0
#include "lib.h"

#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int value;
};

struct lib {
	pthread_mutex_t lock, other;
	struct item *head;
	int size, pushed, popped;
};

lib *lib_new(void)
{
	lib *l = calloc(1, sizeof(*l));
	pthread_mutex_init(&l->lock, NULL);
	pthread_mutex_init(&l->other, NULL);
	return l;
}

int lib_pop(lib *l)
{
	pthread_mutex_lock(&l->lock);
	struct item *i = l->head;
	l->popped += i != NULL;
	if (i) {
		l->head = i->next;
		l->size--;
	}
	pthread_mutex_unlock(&l->lock);
	free(i);
	return i != NULL;
}

void lib_free(lib *l)
{
	while (lib_pop(l)) {
	}
	free(l);
}

int lib_push(lib *l, int value)
{
	struct item *i = malloc(sizeof(*i));
	i->value = value;
	pthread_mutex_lock(&l->lock);
	i->next = l->head;
	l->head = i;
	l->size++;
	l->pushed++;
	pthread_mutex_unlock(&l->lock);
	return 0;
}

static int value_of(const struct item *i)
{
	return i->value;
}

int lib_first(lib *l)
{
	if (!l->head) {
		return -1;
	}
	return value_of(l->head);
}

int lib_third(lib *l)
{
	pthread_mutex_lock(&l->lock);
	int value = -1;
	if (l->size == 2) {
		value = value_of(l->head->next->next);
	}
	pthread_mutex_unlock(&l->lock);
	return value;
}

int lib_left(lib *l)
{
	pthread_mutex_lock(&l->lock);
	pthread_mutex_lock(&l->other);
	int size = l->size;
	pthread_mutex_unlock(&l->other);
	pthread_mutex_unlock(&l->lock);
	return size;
}

int lib_right(lib *l)
{
	pthread_mutex_lock(&l->other);
	pthread_mutex_lock(&l->lock);
	int size = l->size;
	pthread_mutex_unlock(&l->lock);
	pthread_mutex_unlock(&l->other);
	return size;
}

static void fail(void)
{
	abort();
}

int lib_check(lib *l)
{
	int size = l->pushed - l->popped;
	if (size != l->size) {
		fail();
	}
	return size;
}

int lib_size(lib *l)
{
	return l->size;
}
