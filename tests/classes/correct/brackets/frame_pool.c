// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "frame_pool.h"

#include <pthread.h>
#include <stdlib.h>

struct frame_pool {
	pthread_mutex_t lock;
	unsigned used;
	int left;
};

frame_pool *frame_pool_new(void)
{
	frame_pool *p = calloc(1, sizeof(*p));
	if (p) {
		pthread_mutex_init(&p->lock, NULL);
		p->left = 8;
	}
	return p;
}

void frame_pool_free(frame_pool *p)
{
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void frame_pool_lock(frame_pool *p)
{
	pthread_mutex_lock(&p->lock);
}

void frame_pool_unlock(frame_pool *p)
{
	pthread_mutex_unlock(&p->lock);
}

int frame_pool_grab(frame_pool *p)
{
	for (int i = 0; i < 8; i++) {
		if (!(p->used & 1u << i)) {
			p->used |= 1u << i;
			p->left--;
			return i;
		}
	}
	return -1;
}

bool frame_pool_give(frame_pool *p, int frame)
{
	if (frame < 0 || frame >= 8 || !(p->used & 1u << frame)) {
		return false;
	}
	p->used &= ~(1u << frame);
	p->left++;
	return true;
}

int frame_pool_left(frame_pool *p)
{
	return p->left;
}
