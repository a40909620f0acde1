// heddle: data-race|not-linearizable|deadlock
// Bug: wire_send counts what is on the wire before it writes, without the lock.
// SPDX-License-Identifier: Apache-2.0
#include "wire.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 16 };

struct wire {
	pthread_mutex_t lock;
	int ends[2];
	int waiting;
};

struct wire *wire_open(void)
{
	struct wire *w = calloc(1, sizeof(*w));

	if (pipe(w->ends) != 0) {
		free(w);
		return NULL;
	}
	pthread_mutex_init(&w->lock, NULL);
	return w;
}

void wire_close(struct wire *w)
{
	close(w->ends[0]);
	close(w->ends[1]);
	pthread_mutex_destroy(&w->lock);
	free(w);
}

int wire_send(struct wire *w, int number)
{
	int sent = 0;

	int waiting = w->waiting;
	pthread_mutex_lock(&w->lock);
	if (waiting < MOST && write(w->ends[1], &number, sizeof(number)) == sizeof(number)) {
		w->waiting = waiting + 1;
		sent = 1;
	}
	pthread_mutex_unlock(&w->lock);
	return sent;
}

int wire_receive(struct wire *w)
{
	int number = -1;

	pthread_mutex_lock(&w->lock);
	if (w->waiting > 0 && read(w->ends[0], &number, sizeof(number)) == sizeof(number)) {
		w->waiting--;
	}
	pthread_mutex_unlock(&w->lock);
	return number;
}

int wire_waiting(struct wire *w)
{
	pthread_mutex_lock(&w->lock);
	int waiting = w->waiting;
	pthread_mutex_unlock(&w->lock);
	return waiting;
}
