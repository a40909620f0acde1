// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "quota.h"

#include <pthread.h>
#include <stdlib.h>

struct quota {
	pthread_mutex_t lock;
	struct quota_config config;
	int used;
};

quota *quota_new(struct quota_config config)
{
	if (config.limit < 1) {
		return NULL;
	}
	if (config.policy != QUOTA_REFUSE && config.policy != QUOTA_PARTIAL) {
		return NULL;
	}
	quota *quota = calloc(1, sizeof *quota);
	if (!quota) {
		return NULL;
	}
	pthread_mutex_init(&quota->lock, NULL);
	quota->config = config;
	return quota;
}

void quota_free(quota *quota)
{
	if (!quota) {
		return;
	}
	pthread_mutex_destroy(&quota->lock);
	free(quota);
}

int quota_take(quota *quota, int amount)
{
	if (amount < 1) {
		return 0;
	}
	pthread_mutex_lock(&quota->lock);
	int left = quota->config.limit - quota->used;
	if (amount > left) {
		amount = quota->config.policy == QUOTA_PARTIAL ? left : 0;
	}
	quota->used += amount;
	pthread_mutex_unlock(&quota->lock);
	return amount;
}

bool quota_give(quota *quota, int amount)
{
	if (amount < 1) {
		return false;
	}
	pthread_mutex_lock(&quota->lock);
	bool fits = amount <= quota->used;
	if (fits) {
		quota->used -= amount;
	}
	pthread_mutex_unlock(&quota->lock);
	return fits;
}

bool quota_set_limit(quota *quota, int limit)
{
	pthread_mutex_lock(&quota->lock);
	bool fits = limit >= 1 && limit >= quota->used;
	if (fits) {
		quota->config.limit = limit;
	}
	pthread_mutex_unlock(&quota->lock);
	return fits;
}

int quota_used(quota *quota)
{
	pthread_mutex_lock(&quota->lock);
	int used = quota->used;
	pthread_mutex_unlock(&quota->lock);
	return used;
}

int quota_left(quota *quota)
{
	pthread_mutex_lock(&quota->lock);
	int left = quota->config.limit - quota->used;
	pthread_mutex_unlock(&quota->lock);
	return left;
}
