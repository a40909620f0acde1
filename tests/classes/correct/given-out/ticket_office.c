// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "ticket_office.h"

#include <pthread.h>
#include <stdlib.h>

struct ticket_office {
	pthread_mutex_t lock;
	int next;
};

struct ticket {
	int number;
};

ticket_office *ticket_office_new(void)
{
	ticket_office *o = calloc(1, sizeof(*o));
	pthread_mutex_init(&o->lock, NULL);
	return o;
}

void ticket_office_free(ticket_office *o)
{
	pthread_mutex_destroy(&o->lock);
	free(o);
}

ticket *ticket_office_draw(ticket_office *o)
{
	ticket *t = malloc(sizeof(*t));
	pthread_mutex_lock(&o->lock);
	o->next++;
	t->number = o->next;
	pthread_mutex_unlock(&o->lock);
	return t;
}

int ticket_number(const ticket *t)
{
	return t->number;
}

void ticket_tear(ticket *t)
{
	free(t);
}
