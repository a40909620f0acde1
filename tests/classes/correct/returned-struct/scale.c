// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "scale.h"

#include <pthread.h>
#include <stdlib.h>

struct scale {
	pthread_mutex_t lock;
	long sum;
	int count;
};

scale *scale_new(void)
{
	scale *s = calloc(1, sizeof(*s));
	if (s) {
		pthread_mutex_init(&s->lock, NULL);
	}
	return s;
}

void scale_free(scale *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}

void scale_weigh(scale *s, int weight)
{
	pthread_mutex_lock(&s->lock);
	s->sum += weight;
	s->count++;
	pthread_mutex_unlock(&s->lock);
}

struct scale_summary *scale_report(scale *s)
{
	struct scale_summary *summary = malloc(sizeof(*summary));
	if (!summary) {
		return NULL;
	}
	pthread_mutex_lock(&s->lock);
	summary->sum = s->sum;
	summary->count = s->count;
	pthread_mutex_unlock(&s->lock);
	return summary;
}
