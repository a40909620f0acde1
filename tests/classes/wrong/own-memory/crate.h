// heddle: data-race|not-linearizable
// crate_swap takes the old value in a critical section of its own.
// SPDX-License-Identifier: Apache-2.0
#ifndef CRATE_H
#define CRATE_H

#include <pthread.h>

/* A value of four bytes. */
typedef struct crate {
	unsigned char value[4];
	int changes;
	pthread_mutex_t lock;
} crate;

void crate_init(crate *c);
void crate_store(crate *c, const void *value);
void crate_fetch(crate *c, void *value);
/* `value` is what was in there afterwards. */
void crate_swap(crate *c, void *value);

#endif
