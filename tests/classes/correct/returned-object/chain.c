// heddle: none
// chain_next lends a part that chain_cut frees: no test may go on using it then.
// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

#include <pthread.h>
#include <stdlib.h>

struct chain {
	pthread_mutex_t lock;
	struct chain *next;
	int load;
};

chain *chain_new(int load)
{
	chain *chain = calloc(1, sizeof *chain);
	if (chain) {
		pthread_mutex_init(&chain->lock, NULL);
		chain->load = load;
	}
	return chain;
}

void chain_free(chain *chain)
{
	if (chain->next) {
		chain_free(chain->next);
	}
	pthread_mutex_destroy(&chain->lock);
	free(chain);
}

int chain_extend(chain *chain, int load)
{
	struct chain *next = chain_new(load);
	if (!next) {
		return -1;
	}
	pthread_mutex_lock(&chain->lock);
	int status = chain->next ? -1 : 0;
	if (status == 0) {
		chain->next = next;
	}
	pthread_mutex_unlock(&chain->lock);
	if (status != 0) {
		chain_free(next);
	}
	return status;
}

chain *chain_next(chain *chain)
{
	pthread_mutex_lock(&chain->lock);
	struct chain *next = chain->next;
	pthread_mutex_unlock(&chain->lock);
	return next;
}

bool chain_cut(chain *chain)
{
	pthread_mutex_lock(&chain->lock);
	struct chain *next = chain->next;
	chain->next = NULL;
	pthread_mutex_unlock(&chain->lock);
	if (next) {
		chain_free(next);
	}
	return next != NULL;
}

int chain_load(chain *chain)
{
	pthread_mutex_lock(&chain->lock);
	int load = chain->load;
	pthread_mutex_unlock(&chain->lock);
	return load;
}
