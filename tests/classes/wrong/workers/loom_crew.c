// heddle: use-after-free
// loom_crew_free frees the pattern while the weaver still weaves.
// SPDX-License-Identifier: Apache-2.0
#include "loom_crew.h"

#include <pthread.h>
#include <stdlib.h>

#include <assert.h>

struct loom_crew {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t weaver;
	int ordered, woven, closing;
	int *pattern;
};

static void *weave(void *data)
{
	loom_crew *c = data;
	pthread_mutex_lock(&c->lock);
	for (;;) {
		while (c->ordered == c->woven && !c->closing) {
			pthread_cond_wait(&c->changed, &c->lock);
		}
		if (c->ordered == c->woven) {
			break;
		}
		pthread_mutex_unlock(&c->lock);
		int metre = *c->pattern;
		pthread_mutex_lock(&c->lock);
		c->woven += metre;
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

loom_crew *loom_crew_new(void)
{
	loom_crew *c = calloc(1, sizeof(*c));
	if (c) {
		pthread_mutex_init(&c->lock, NULL);
		pthread_cond_init(&c->changed, NULL);
		c->pattern = malloc(sizeof(*c->pattern));
		*c->pattern = 1;
		pthread_create(&c->weaver, NULL, weave, c);
	}
	return c;
}

void loom_crew_free(loom_crew *c)
{
	pthread_mutex_lock(&c->lock);
	c->closing = 1;
	pthread_cond_signal(&c->changed);
	pthread_mutex_unlock(&c->lock);
	free(c->pattern);
	pthread_join(c->weaver, NULL);
	pthread_cond_destroy(&c->changed);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

void loom_crew_order(loom_crew *c, int metres)
{
	pthread_mutex_lock(&c->lock);
	c->ordered += metres > 0 ? metres % 4 : 0;
	pthread_cond_signal(&c->changed);
	pthread_mutex_unlock(&c->lock);
}

int loom_crew_woven(loom_crew *c)
{
	pthread_mutex_lock(&c->lock);
	int woven = c->woven;
	pthread_mutex_unlock(&c->lock);
	return woven;
}
