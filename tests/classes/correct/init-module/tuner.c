// heddle: none
// radio_init must come before tuner_open.
// SPDX-License-Identifier: Apache-2.0
#include "tuner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct tuner {
	pthread_mutex_t lock;
	int frequency;
};

static int *bands;

int radio_init(void)
{
	if (!bands) {
		bands = calloc(3, sizeof(*bands));
	}
	return bands ? 0 : -ENOMEM;
}

void radio_shutdown(void)
{
	free(bands);
	bands = NULL;
}

int radio_bands(void)
{
	return bands ? 3 : 0;
}

int tuner_open(struct tuner **out)
{
	struct tuner *t = bands ? malloc(sizeof(*t)) : NULL;

	*out = t;
	if (!t) {
		return -EINVAL;
	}
	pthread_mutex_init(&t->lock, NULL);
	t->frequency = 87;
	return 0;
}

void tuner_close(struct tuner *t)
{
	pthread_mutex_destroy(&t->lock);
	free(t);
}

int tuner_set(struct tuner *t, int frequency)
{
	pthread_mutex_lock(&t->lock);
	int before = t->frequency;
	t->frequency = frequency;
	pthread_mutex_unlock(&t->lock);
	return before;
}

int tuner_get(struct tuner *t)
{
	pthread_mutex_lock(&t->lock);
	int frequency = t->frequency;
	pthread_mutex_unlock(&t->lock);
	return frequency;
}
