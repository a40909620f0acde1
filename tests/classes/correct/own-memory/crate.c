// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "crate.h"

#include <string.h>

void crate_init(crate *c)
{
	memset(c, 0, sizeof(*c));
	pthread_mutex_init(&c->lock, NULL);
}

void crate_store(crate *c, const void *value)
{
	pthread_mutex_lock(&c->lock);
	memcpy(c->value, value, sizeof(c->value));
	c->changes++;
	pthread_mutex_unlock(&c->lock);
}

void crate_fetch(crate *c, void *value)
{
	unsigned char copy[sizeof(c->value)] = {0};
	pthread_mutex_lock(&c->lock);
	int changes = c->changes;
	memcpy(copy, c->value, sizeof(copy));
	pthread_mutex_unlock(&c->lock);
	if (changes > 0) {
		memcpy(value, copy, sizeof(copy));
	}
}

void crate_swap(crate *c, void *value)
{
	unsigned char old[sizeof(c->value)];
	pthread_mutex_lock(&c->lock);
	memcpy(old, c->value, sizeof(old));
	memcpy(c->value, value, sizeof(old));
	c->changes++;
	pthread_mutex_unlock(&c->lock);
	memcpy(value, old, sizeof(old));
}
