// SPDX-License-Identifier: Apache-2.0
#include "registry.h"

#include <pthread.h>
#include <string.h>

#define SLOTS 8

struct service {
	char name[REGISTRY_NAME + 1]; // empty: a free slot
	int port;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct service table[SLOTS];

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int changes;

static void count_change(void)
{
	pthread_mutex_lock(&stats_lock);
	changes++;
	pthread_mutex_unlock(&stats_lock);
}

// With the table lock held.
static struct service *find(const char *name)
{
	for (int i = 0; i < SLOTS; i++) {
		if (table[i].name[0] && strncmp(table[i].name, name, REGISTRY_NAME) == 0) {
			return &table[i];
		}
	}
	return NULL;
}

static struct service *free_slot(void)
{
	for (int i = 0; i < SLOTS; i++) {
		if (!table[i].name[0]) {
			return &table[i];
		}
	}
	return NULL;
}

int registry_set(const char *name, int port)
{
	if (!name || !*name || port < 0) {
		return -1;
	}
	pthread_mutex_lock(&table_lock);
	struct service *service = find(name);
	if (!service) {
		service = free_slot();
		if (service) {
			strncpy(service->name, name, REGISTRY_NAME);
			service->name[REGISTRY_NAME] = '\0';
		}
	}
	if (service) {
		service->port = port;
		count_change(); // the table's lock, then the counters' lock
	}
	pthread_mutex_unlock(&table_lock);
	return service ? 0 : -1;
}

int registry_port(const char *name)
{
	if (!name) {
		return -1;
	}
	pthread_mutex_lock(&table_lock);
	struct service *service = find(name);
	int port = service ? service->port : -1;
	pthread_mutex_unlock(&table_lock);
	return port;
}

int registry_remove(const char *name)
{
	if (!name) {
		return -1;
	}
	pthread_mutex_lock(&table_lock);
	struct service *service = find(name);
	if (service) {
		memset(service, 0, sizeof *service);
		count_change();
	}
	pthread_mutex_unlock(&table_lock);
	return service ? 0 : -1;
}

struct registry_stats registry_stats(void)
{
	struct registry_stats stats = {0};
	pthread_mutex_lock(&stats_lock);
	stats.changes = changes;
	pthread_mutex_lock(&table_lock); // the opposite order
	for (int i = 0; i < SLOTS; i++) {
		if (table[i].name[0]) {
			stats.services++;
		}
	}
	pthread_mutex_unlock(&table_lock);
	pthread_mutex_unlock(&stats_lock);
	return stats;
}
