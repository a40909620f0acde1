// heddle: none
// Entries are pinned while somebody looks at them.
// SPDX-License-Identifier: Apache-2.0
#include "dict.h"

#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 8 };

struct dict_entry {
	dict_t *dict;
	int value, pins;
};

struct dict {
	pthread_mutex_t lock;
	int pins;
	struct dict_entry slots[SLOTS];
};

dict_t *dict_new(void)
{
	dict_t *d = calloc(1, sizeof(*d));

	pthread_mutex_init(&d->lock, NULL);
	for (int i = 0; i < SLOTS; i++) {
		d->slots[i].dict = d;
	}
	return d;
}

void dict_free(dict_t *d)
{
	pthread_mutex_destroy(&d->lock);
	free(d);
}

void dict_set(dict_t *d, int key, int value)
{
	pthread_mutex_lock(&d->lock);
	d->slots[(unsigned)key % SLOTS].value = value;
	pthread_mutex_unlock(&d->lock);
}

int dict_pins(dict_t *d)
{
	pthread_mutex_lock(&d->lock);
	int pins = d->pins;
	pthread_mutex_unlock(&d->lock);
	return pins;
}

dict_entry_t *dict_pin(dict_t *d, int key)
{
	pthread_mutex_lock(&d->lock);
	dict_entry_t *e = &d->slots[(unsigned)key % SLOTS];
	e->pins++;
	d->pins++;
	pthread_mutex_unlock(&d->lock);
	return e;
}

int dict_entry_value(dict_entry_t *e)
{
	pthread_mutex_lock(&e->dict->lock);
	int value = e->value;
	pthread_mutex_unlock(&e->dict->lock);
	return value;
}

void dict_entry_release(dict_entry_t *e)
{
	pthread_mutex_lock(&e->dict->lock);
	e->pins--;
	e->dict->pins--;
	pthread_mutex_unlock(&e->dict->lock);
}
