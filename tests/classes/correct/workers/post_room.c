// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "post_room.h"

#include <pthread.h>
#include <stdlib.h>

struct post_room {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	post_job *job;
	void *data;
	int result, calls;
	enum { IDLE, GIVEN, DONE, ENDED } state;
};

static void *serve(void *arg)
{
	post_room *p = arg;
	pthread_mutex_lock(&p->lock);
	while (p->state != ENDED) {
		if (p->state == GIVEN) {
			post_job *job = p->job;
			void *data = p->data;
			pthread_mutex_unlock(&p->lock);
			int result = job ? job(data) : -1;
			pthread_mutex_lock(&p->lock);
			p->result = result;
			p->state = DONE;
			pthread_cond_broadcast(&p->changed);
		} else {
			pthread_cond_wait(&p->changed, &p->lock);
		}
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

post_room *post_room_start(void)
{
	post_room *p = calloc(1, sizeof(*p));
	if (p) {
		pthread_mutex_init(&p->lock, NULL);
		pthread_cond_init(&p->changed, NULL);
		pthread_create(&p->thread, NULL, serve, p);
	}
	return p;
}

void post_room_stop(post_room *p)
{
	pthread_mutex_lock(&p->lock);
	p->state = ENDED;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	pthread_cond_destroy(&p->changed);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

int post_room_call(post_room *p, post_job *job, void *data)
{
	if (pthread_equal(pthread_self(), p->thread)) {
		return job ? job(data) : -1;
	}
	pthread_mutex_lock(&p->lock);
	while (p->state != IDLE) {
		pthread_cond_wait(&p->changed, &p->lock);
	}
	p->job = job;
	p->data = data;
	p->state = GIVEN;
	pthread_cond_broadcast(&p->changed);
	while (p->state != DONE) {
		pthread_cond_wait(&p->changed, &p->lock);
	}
	int result = p->result;
	p->calls++;
	p->state = IDLE;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	return result;
}

int post_room_calls(post_room *p)
{
	pthread_mutex_lock(&p->lock);
	int calls = p->calls;
	pthread_mutex_unlock(&p->lock);
	return calls;
}
