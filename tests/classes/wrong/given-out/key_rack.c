// heddle: assertion
// key_rack_lend looks at the first key before it has the lock: two get the same.
// SPDX-License-Identifier: Apache-2.0
#include "key_rack.h"

#include <pthread.h>
#include <stdlib.h>

#include <assert.h>

struct rack_key {
	rack_key *next;
	int lent;
};

struct key_rack {
	pthread_mutex_t lock;
	rack_key keys[3];
	rack_key *first;
	int lent;
};

key_rack *key_rack_new(void)
{
	key_rack *r = calloc(1, sizeof(*r));
	if (r) {
		pthread_mutex_init(&r->lock, NULL);
		for (int i = 0; i < 3; i++) {
			r->keys[i].next = r->first;
			r->first = &r->keys[i];
		}
	}
	return r;
}

void key_rack_free(key_rack *r)
{
	pthread_mutex_destroy(&r->lock);
	free(r);
}

rack_key *key_rack_lend(key_rack *r)
{
	rack_key *k = r->first;
	if (!k) {
		return NULL;
	}
	pthread_mutex_lock(&r->lock);
	r->first = k->next;
	r->lent++;
	assert(!k->lent);
	k->lent = 1;
	pthread_mutex_unlock(&r->lock);
	return k;
}

void key_rack_return(key_rack *r, rack_key *k)
{
	if (!k) {
		return;
	}
	pthread_mutex_lock(&r->lock);
	k->lent = 0;
	k->next = r->first;
	r->first = k;
	r->lent--;
	pthread_mutex_unlock(&r->lock);
}

int key_rack_lent(key_rack *r)
{
	pthread_mutex_lock(&r->lock);
	int lent = r->lent;
	pthread_mutex_unlock(&r->lock);
	return lent;
}
