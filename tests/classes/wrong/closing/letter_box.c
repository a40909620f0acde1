// SPDX-License-Identifier: Apache-2.0
#include "letter_box.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LETTERS 4

struct letter_box {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	atomic_bool closed;
	int letters[LETTERS];
	unsigned n;
};

letter_box *letter_box_new(void)
{
	letter_box *b = calloc(1, sizeof(*b));

	if (b) {
		pthread_mutex_init(&b->lock, NULL);
		pthread_cond_init(&b->changed, NULL);
	}
	return b;
}

void letter_box_close(letter_box *b)
{
	b->closed = true;
	pthread_cond_broadcast(&b->changed);
}

void letter_box_release(letter_box *b)
{
	if (b) {
		pthread_cond_destroy(&b->changed);
		pthread_mutex_destroy(&b->lock);
		free(b);
	}
}

bool letter_box_post(letter_box *b, int letter)
{
	pthread_mutex_lock(&b->lock);
	bool ok = !b->closed && b->n < LETTERS;
	if (ok) {
		b->letters[b->n++] = letter < 0 ? 0 : letter;
		pthread_cond_signal(&b->changed);
	}
	pthread_mutex_unlock(&b->lock);
	return ok;
}

int letter_box_take(letter_box *b)
{
	pthread_mutex_lock(&b->lock);
	while (b->n == 0 && !b->closed) {
		pthread_cond_wait(&b->changed, &b->lock);
	}
	int letter = b->n > 0 ? b->letters[--b->n] : -1;
	pthread_mutex_unlock(&b->lock);
	return letter;
}
