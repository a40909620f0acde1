// heddle: double-free|invalid-free|out-of-bounds|wild-access|null-dereference|not-linearizable
// roll_call_strike looks before it has the lock.
// SPDX-License-Identifier: Apache-2.0
#include "roll_call.h"

#include <pthread.h>
#include <stdlib.h>

struct roll_call {
	pthread_mutex_t lock;
	int n;
	int *names[4];
};

roll_call *roll_call_new(void)
{
	roll_call *r = calloc(1, sizeof(*r));
	if (r) {
		pthread_mutex_init(&r->lock, NULL);
	}
	return r;
}

void roll_call_free(roll_call *r)
{
	while (r->n > 0) {
		free(r->names[--r->n]);
	}
	pthread_mutex_destroy(&r->lock);
	free(r);
}

int roll_call_enter(roll_call *r, int name)
{
	int *fresh = malloc(sizeof(*fresh));
	pthread_mutex_lock(&r->lock);
	int fits = fresh && r->n < 4;
	if (fits) {
		*fresh = name;
		r->names[r->n++] = fresh;
	}
	pthread_mutex_unlock(&r->lock);
	if (!fits) {
		free(fresh);
	}
	return fits;
}

int roll_call_strike(roll_call *r)
{
	int struck = 0;
	if (r->n > 0) {
		pthread_mutex_lock(&r->lock);
		free(r->names[--r->n]);
		pthread_mutex_unlock(&r->lock);
		struck = 1;
	}
	return struck;
}

int roll_call_each(roll_call *r, int (*f)(int name, void *data), void *data)
{
	int sum = 0;
	pthread_mutex_lock(&r->lock);
	for (int i = 0; i < r->n && f; i++) {
		sum += f(*r->names[i], data);
	}
	pthread_mutex_unlock(&r->lock);
	return sum;
}
