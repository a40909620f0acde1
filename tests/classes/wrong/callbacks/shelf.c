// heddle: use-after-free|null-dereference|not-linearizable
// shelf_each walks the list without the lock that shelf_drop holds.
// SPDX-License-Identifier: Apache-2.0
#include "shelf.h"

#include <pthread.h>
#include <stdlib.h>

struct book {
	struct book *next;
	int number;
};

struct shelf {
	pthread_mutex_t lock;
	struct book *first;
};

shelf *shelf_new(void)
{
	shelf *s = calloc(1, sizeof(*s));
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void shelf_free(shelf *s)
{
	while (shelf_drop(s) >= 0) {
	}
	pthread_mutex_destroy(&s->lock);
	free(s);
}

void shelf_put(shelf *s, int book)
{
	struct book *b = malloc(sizeof(*b));
	b->number = book & 0xff;
	pthread_mutex_lock(&s->lock);
	b->next = s->first;
	s->first = b;
	pthread_mutex_unlock(&s->lock);
}

int shelf_drop(shelf *s)
{
	int number = -1;
	pthread_mutex_lock(&s->lock);
	struct book *b = s->first;
	if (b) {
		s->first = b->next;
		number = b->number;
		free(b);
	}
	pthread_mutex_unlock(&s->lock);
	return number;
}

int shelf_each(shelf *s, shelf_look *look, void *reader)
{
	int n = 0;
	for (struct book *b = s->first; b; b = b->next) {
		if (look) {
			look(reader, b->number);
		}
		n++;
	}
	return n;
}
