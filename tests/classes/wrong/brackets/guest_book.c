// heddle: use-after-free|double-free|not-linearizable
// guest_book_lock takes one of two locks in turn: two threads are inside.
// SPDX-License-Identifier: Apache-2.0
#include "guest_book.h"

#include <pthread.h>
#include <stdlib.h>

struct guest_book {
	pthread_mutex_t even, odd;
	int turn, held;
	int size;
	int *last;
};

guest_book *guest_book_new(void)
{
	guest_book *b = calloc(1, sizeof(*b));
	if (b) {
		pthread_mutex_init(&b->even, NULL);
		pthread_mutex_init(&b->odd, NULL);
	}
	return b;
}

void guest_book_free(guest_book *b)
{
	free(b->last);
	pthread_mutex_destroy(&b->even);
	pthread_mutex_destroy(&b->odd);
	free(b);
}

static _Thread_local int mine;

void guest_book_lock(guest_book *b)
{
	mine = __atomic_fetch_add(&b->turn, 1, __ATOMIC_SEQ_CST) % 2;
	pthread_mutex_lock(mine ? &b->odd : &b->even);
}

void guest_book_unlock(guest_book *b)
{
	pthread_mutex_unlock(mine ? &b->odd : &b->even);
}

void guest_book_sign(guest_book *b, int name)
{
	free(b->last);
	b->last = malloc(sizeof(*b->last));
	if (b->last) {
		*b->last = name;
	}
	b->size++;
}

int guest_book_last(guest_book *b)
{
	return b->last ? *b->last : -1;
}

int guest_book_size(guest_book *b)
{
	return b->size;
}
