// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "watch_list.h"

#include <pthread.h>
#include <stdlib.h>

struct watch_list {
	pthread_mutex_t lock;
	watch_fn *hook;
	void *data;
	int sum, count;
};

watch_list *watch_list_new(void)
{
	watch_list *w = calloc(1, sizeof(*w));
	if (w) {
		pthread_mutex_init(&w->lock, NULL);
	}
	return w;
}

void watch_list_free(watch_list *w)
{
	pthread_mutex_destroy(&w->lock);
	free(w);
}

void watch_list_set_hook(watch_list *w, watch_fn *hook, void *data)
{
	pthread_mutex_lock(&w->lock);
	w->hook = hook;
	w->data = data;
	pthread_mutex_unlock(&w->lock);
}

void watch_list_add(watch_list *w, int value)
{
	pthread_mutex_lock(&w->lock);
	w->sum = (int)((unsigned)w->sum + (unsigned)value);
	w->count++;
	if (w->hook && w->count > 1) { // under the lock: only some states show what happens then
		w->hook(value, w->data);
	}
	pthread_mutex_unlock(&w->lock);
}

int watch_list_sum(watch_list *w)
{
	pthread_mutex_lock(&w->lock);
	int sum = w->sum;
	pthread_mutex_unlock(&w->lock);
	return sum;
}

int watch_list_is_empty(watch_list *w)
{
	pthread_mutex_lock(&w->lock);
	int empty = w->count == 0;
	pthread_mutex_unlock(&w->lock);
	return empty;
}
