#include "hub.h" // SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct hub { pthread_mutex_t in, out, table; int a, b, c; };
hub *hub_new(void)
{
	hub *h = calloc(1, sizeof(*h));
	pthread_mutex_init(&h->in, NULL);
	pthread_mutex_init(&h->out, NULL);
	pthread_mutex_init(&h->table, NULL);
	return h;
}
void hub_free(hub *h) { free(h); }
void hub_route(hub *h)
{
	pthread_mutex_lock(&h->in);
	h->a++;
	pthread_mutex_lock(&h->out);
	h->b++;
	pthread_mutex_unlock(&h->out);
	pthread_mutex_unlock(&h->in);
}
void hub_flush(hub *h)
{
	pthread_mutex_lock(&h->out);
	h->b--;
	pthread_mutex_lock(&h->table);
	h->c++;
	pthread_mutex_unlock(&h->table);
	pthread_mutex_unlock(&h->out);
}
static void count(hub *h)
{
	pthread_mutex_lock(&h->in);
	h->a--;
	pthread_mutex_unlock(&h->in);
}
void hub_stats(hub *h)
{
	pthread_mutex_lock(&h->table);
	h->c--;
	count(h);
	pthread_mutex_unlock(&h->table);
}
int hub_size(hub *h) { return h->a; }
