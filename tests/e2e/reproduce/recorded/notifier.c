// SPDX-License-Identifier: Apache-2.0
#include "notifier.h"

#include <pthread.h>
#include <stdlib.h>

struct notifier {
	pthread_mutex_t lock;
	notifier_hook *volatile hook;
	int sent;
};

notifier *notifier_new(void)
{
	notifier *n = calloc(1, sizeof(*n));
	pthread_mutex_init(&n->lock, NULL);
	return n;
}

void notifier_free(notifier *n)
{
	pthread_mutex_destroy(&n->lock);
	free(n);
}

/* without the lock: notifier_send() looks at the hook twice */
void notifier_set_hook(notifier *n, notifier_hook *hook)
{
	n->hook = hook;
}

static int call_hook(notifier *n, int event)
{
	if (!n->hook) {
		return 0;
	}
	return n->hook(event);
}

int notifier_send(notifier *n, int event)
{
	pthread_mutex_lock(&n->lock);
	n->sent++;
	int result = call_hook(n, event);
	pthread_mutex_unlock(&n->lock);
	return result;
}

int notifier_sent(notifier *n)
{
	pthread_mutex_lock(&n->lock);
	int sent = n->sent;
	pthread_mutex_unlock(&n->lock);
	return sent;
}
