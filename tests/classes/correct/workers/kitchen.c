// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "kitchen.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 3 };

struct kitchen {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t cooks[MOST];
	unsigned hired, wanted;
	int orders, served;
	bool closing;
};

static void *cook(void *data)
{
	kitchen *k = data;
	pthread_mutex_lock(&k->lock);
	while (!k->closing || k->orders > 0) {
		if (k->orders > 0) {
			assert(k->wanted > 0);
			k->orders--;
			k->served++;
		} else {
			pthread_cond_wait(&k->changed, &k->lock);
		}
	}
	pthread_mutex_unlock(&k->lock);
	return NULL;
}

kitchen *kitchen_open(void)
{
	kitchen *k = calloc(1, sizeof(*k));
	if (k) {
		pthread_mutex_init(&k->lock, NULL);
		pthread_cond_init(&k->changed, NULL);
		k->wanted = k->hired = 1;
		pthread_create(&k->cooks[0], NULL, cook, k);
	}
	return k;
}

void kitchen_close(kitchen *k)
{
	pthread_mutex_lock(&k->lock);
	k->closing = true;
	pthread_cond_broadcast(&k->changed);
	pthread_mutex_unlock(&k->lock);
	for (unsigned i = 0; i < k->hired; i++) {
		pthread_join(k->cooks[i], NULL);
	}
	pthread_cond_destroy(&k->changed);
	pthread_mutex_destroy(&k->lock);
	free(k);
}

void kitchen_order(kitchen *k, int dishes)
{
	pthread_mutex_lock(&k->lock);
	k->orders += dishes > 0 ? dishes % 4 : 0;
	pthread_cond_signal(&k->changed);
	pthread_mutex_unlock(&k->lock);
}

void kitchen_resize(kitchen *k, unsigned cooks)
{
	pthread_mutex_lock(&k->lock);
	k->wanted = cooks;
	while (k->hired < cooks && k->hired < MOST) {
		pthread_create(&k->cooks[k->hired], NULL, cook, k);
		k->hired++;
	}
	pthread_cond_broadcast(&k->changed);
	pthread_mutex_unlock(&k->lock);
}

int kitchen_served(kitchen *k)
{
	pthread_mutex_lock(&k->lock);
	int served = k->served;
	pthread_mutex_unlock(&k->lock);
	return served > 0;
}
