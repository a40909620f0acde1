// heddle: not-linearizable|data-race
// Market_Pay adds to a sum that it read in an earlier critical section.
// SPDX-License-Identifier: Apache-2.0
#include "till.h"

#include <pthread.h>
#include <stdlib.h>

struct inside {
	pthread_mutex_t lock;
	int total;
};

Till *Market_TillCreate(int first)
{
	struct inside *in = malloc(sizeof(*in));
	if (in) {
		pthread_mutex_init(&in->lock, NULL);
		in->total = first;
	}
	return in;
}

void Market_TillDestroy(Till *till)
{
	struct inside *in = till;
	pthread_mutex_destroy(&in->lock);
	free(in);
}

void Market_Pay(Till *till, int sum)
{
	struct inside *in = till;
	int total = Market_TillTotal(till);
	pthread_mutex_lock(&in->lock);
	in->total = total + sum;
	pthread_mutex_unlock(&in->lock);
}

int Market_TillTotal(const Till *till)
{
	struct inside *in = (struct inside *)till;
	pthread_mutex_lock(&in->lock);
	int total = in->total;
	pthread_mutex_unlock(&in->lock);
	return total;
}
