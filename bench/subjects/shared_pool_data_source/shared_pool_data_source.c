// SPDX-License-Identifier: Apache-2.0
// There is a registry of all data sources of the process. Registering holds its
// lock and looks at all keys for the highest; shared_pool_data_source_close takes the
// own key out without that lock.
#include "shared_pool_data_source.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 24
#define PROPERTIES 4

struct connection_pool_data_source {
	int connections;
};

struct property {
	char key[TEXT];
	char value[TEXT];
};

struct shared_pool_data_source {
	pthread_mutex_t monitor;
	connection_pool_data_source *connections;
	char data_source_name[TEXT];
	char instance_key[TEXT]; // in the registry; empty: not there
	bool initialized;
	int active;
	struct property environment[PROPERTIES];
	int nproperties;
	bool default_auto_commit;
	bool default_read_only;
	int default_transaction_isolation;
	int login_timeout;
	int log_writer;
	int min_evictable_idle_time;
	int num_tests_per_eviction_run;
	bool test_on_borrow;
	bool test_on_return;
	bool test_while_idle;
	int time_between_eviction_runs;
	bool rollback_after_validation;
	int max_active;
	int max_idle;
	int max_wait;
	char description[TEXT];
	char validation_query[TEXT];
};

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct shared_pool_data_source *held = enter(object)

static shared_pool_data_source *enter(shared_pool_data_source *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(shared_pool_data_source **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(shared_pool_data_source *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// Where the original has no synchronized, and needs one.
#ifdef FIXED
#define SYNCHRONIZED_IF_FIXED(object) SYNCHRONIZED(object)
#else
#define SYNCHRONIZED_IF_FIXED(object) (void)(object)
#endif

static void set_text(char *text, const char *value)
{
	strncpy(text, value ? value : "", TEXT - 1);
}

static size_t get_text(const char *text, char *out, size_t size)
{
	size_t length = strlen(text);
	if (size > 0) {
		size_t n = length < size - 1 ? length : size - 1;
		memcpy(out, text, n);
		out[n] = '\0';
	}
	return length;
}

// ---- the registry ----------------------------------------------------------

struct instance {
	struct instance *next;
	char key[TEXT];
	shared_pool_data_source *source;
};

static struct instance *instances;
static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;

// The registry is a map in the original: its iterator is two calls deep.
struct iterator {
	struct instance *next;
};

static struct instance *next_entry(struct iterator *iterator)
{
	struct instance *entry = iterator->next;
	iterator->next = entry->next;
	return entry;
}

static const char *next_key(struct iterator *iterator)
{
	return next_entry(iterator)->key;
}

static void register_new_instance(shared_pool_data_source *source)
{
	pthread_mutex_lock(&registry);
	int highest = 0;
	struct iterator iterator = {instances};
	while (iterator.next) {
		int number = atoi(next_key(&iterator));
		highest = number > highest ? number : highest;
	}
	struct instance *instance = calloc(1, sizeof *instance);
	if (!instance) {
		abort();
	}
	snprintf(instance->key, TEXT, "%d", highest + 1);
	set_text(source->instance_key, instance->key);
	instance->source = source;
	instance->next = instances;
	instances = instance;
	pthread_mutex_unlock(&registry);
}

static void remove_instance(const char *key)
{
#ifdef FIXED
	pthread_mutex_lock(&registry);
#endif
	struct instance **link = &instances;
	while (*link && strcmp((*link)->key, key) != 0) {
		link = &(*link)->next;
	}
	struct instance *gone = *link;
	if (gone) {
		*link = gone->next;
		free(gone);
	}
#ifdef FIXED
	pthread_mutex_unlock(&registry);
#endif
}

// ---- making and closing ----------------------------------------------------

connection_pool_data_source *connection_pool_data_source_new(int count)
{
	connection_pool_data_source *connections = malloc(sizeof *connections);
	if (connections) {
		connections->connections = count;
	}
	return connections;
}

void connection_pool_data_source_free(connection_pool_data_source *connections)
{
	free(connections);
}

shared_pool_data_source *shared_pool_data_source_new(void)
{
	shared_pool_data_source *source = calloc(1, sizeof *source);
	if (!source) {
		return NULL;
	}
	monitor_init(source);
	source->default_auto_commit = true;
	source->default_transaction_isolation = -1;
	source->min_evictable_idle_time = 1800;
	source->num_tests_per_eviction_run = 3;
	source->time_between_eviction_runs = -1;
	source->max_active = 8;
	source->max_idle = 8;
	source->max_wait = -1;
	return source;
}

void shared_pool_data_source_free(shared_pool_data_source *source)
{
	if (source) {
		shared_pool_data_source_close(source);
		pthread_mutex_destroy(&source->monitor);
		free(source);
	}
}

void shared_pool_data_source_close(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	source->active = 0;
	if (source->instance_key[0]) {
		remove_instance(source->instance_key);
	}
}

// ---- where connections come from -------------------------------------------

int shared_pool_data_source_set_connection_pool_data_source(shared_pool_data_source *source, connection_pool_data_source *connections)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized || source->data_source_name[0] || source->connections) {
		return -1;
	}
	source->connections = connections;
	if (!source->instance_key[0]) {
		register_new_instance(source);
	}
	return 0;
}

connection_pool_data_source *shared_pool_data_source_get_connection_pool_data_source(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->connections;
}

int shared_pool_data_source_set_data_source_name(shared_pool_data_source *source, const char *name)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized || source->connections || source->data_source_name[0] || !name || !name[0]) {
		return -1;
	}
	set_text(source->data_source_name, name);
	register_new_instance(source);
	return 0;
}

size_t shared_pool_data_source_get_data_source_name(shared_pool_data_source *source, char *name, size_t size)
{
	SYNCHRONIZED_IF_FIXED(source);
	return get_text(source->data_source_name, name, size);
}

int shared_pool_data_source_get_reference(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return atoi(source->instance_key);
}

int shared_pool_data_source_set_jndi_environment(shared_pool_data_source *source, const char *key, const char *value)
{
	SYNCHRONIZED_IF_FIXED(source);
	int index = 0;
	while (index < source->nproperties && key && strcmp(source->environment[index].key, key) != 0) {
		index++;
	}
	if (!key || index >= PROPERTIES) {
		return -1;
	}
	set_text(source->environment[index].key, key);
	set_text(source->environment[index].value, value);
	source->nproperties = index < source->nproperties ? source->nproperties : index + 1;
	return 0;
}

size_t shared_pool_data_source_get_jndi_environment(shared_pool_data_source *source, const char *key, char *value, size_t size)
{
	SYNCHRONIZED_IF_FIXED(source);
	for (int i = 0; key && i < source->nproperties; i++) {
		if (strcmp(source->environment[i].key, key) == 0) {
			return get_text(source->environment[i].value, value, size);
		}
	}
	return 0;
}

// ---- connections -----------------------------------------------------------

int shared_pool_data_source_get_connection_for(shared_pool_data_source *source, const char *user, const char *password)
{
	SYNCHRONIZED(source);
	(void)password;
	connection_pool_data_source *connections = source->connections;
	if (!connections || !source->instance_key[0] || source->active >= connections->connections) {
		return -1;
	}
	(void)user;
	if (source->active >= source->max_active) {
		return -1;
	}
	source->initialized = true;
	return source->active++;
}

int shared_pool_data_source_get_connection(shared_pool_data_source *source)
{
	return shared_pool_data_source_get_connection_for(source, NULL, NULL);
}

int shared_pool_data_source_get_num_active(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->active;
}

int shared_pool_data_source_get_num_idle(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	connection_pool_data_source *connections = source->connections;
	int idle = connections ? connections->connections - source->active : 0;
	return idle < source->max_idle ? idle : source->max_idle;
}

// ---- properties ------------------------------------------------------------

bool shared_pool_data_source_is_default_auto_commit(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->default_auto_commit;
}

int shared_pool_data_source_set_default_auto_commit(shared_pool_data_source *source, bool default_auto_commit)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->default_auto_commit = default_auto_commit;
	return 0;
}

bool shared_pool_data_source_is_default_read_only(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->default_read_only;
}

int shared_pool_data_source_set_default_read_only(shared_pool_data_source *source, bool default_read_only)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->default_read_only = default_read_only;
	return 0;
}

int shared_pool_data_source_get_default_transaction_isolation(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->default_transaction_isolation;
}

int shared_pool_data_source_set_default_transaction_isolation(shared_pool_data_source *source, int default_transaction_isolation)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->default_transaction_isolation = default_transaction_isolation;
	return 0;
}

int shared_pool_data_source_get_login_timeout(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->login_timeout;
}

int shared_pool_data_source_set_login_timeout(shared_pool_data_source *source, int login_timeout)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->login_timeout = login_timeout;
	return 0;
}

int shared_pool_data_source_get_log_writer(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->log_writer;
}

int shared_pool_data_source_set_log_writer(shared_pool_data_source *source, int log_writer)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->log_writer = log_writer;
	return 0;
}

int shared_pool_data_source_get_min_evictable_idle_time(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->min_evictable_idle_time;
}

int shared_pool_data_source_set_min_evictable_idle_time(shared_pool_data_source *source, int min_evictable_idle_time)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->min_evictable_idle_time = min_evictable_idle_time;
	return 0;
}

int shared_pool_data_source_get_num_tests_per_eviction_run(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->num_tests_per_eviction_run;
}

int shared_pool_data_source_set_num_tests_per_eviction_run(shared_pool_data_source *source, int num_tests_per_eviction_run)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->num_tests_per_eviction_run = num_tests_per_eviction_run;
	return 0;
}

bool shared_pool_data_source_is_test_on_borrow(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->test_on_borrow;
}

int shared_pool_data_source_set_test_on_borrow(shared_pool_data_source *source, bool test_on_borrow)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->test_on_borrow = test_on_borrow;
	return 0;
}

bool shared_pool_data_source_is_test_on_return(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->test_on_return;
}

int shared_pool_data_source_set_test_on_return(shared_pool_data_source *source, bool test_on_return)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->test_on_return = test_on_return;
	return 0;
}

bool shared_pool_data_source_is_test_while_idle(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->test_while_idle;
}

int shared_pool_data_source_set_test_while_idle(shared_pool_data_source *source, bool test_while_idle)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->test_while_idle = test_while_idle;
	return 0;
}

int shared_pool_data_source_get_time_between_eviction_runs(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->time_between_eviction_runs;
}

int shared_pool_data_source_set_time_between_eviction_runs(shared_pool_data_source *source, int time_between_eviction_runs)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->time_between_eviction_runs = time_between_eviction_runs;
	return 0;
}

bool shared_pool_data_source_is_rollback_after_validation(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->rollback_after_validation;
}

int shared_pool_data_source_set_rollback_after_validation(shared_pool_data_source *source, bool rollback_after_validation)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->rollback_after_validation = rollback_after_validation;
	return 0;
}

int shared_pool_data_source_get_max_active(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->max_active;
}

int shared_pool_data_source_set_max_active(shared_pool_data_source *source, int max_active)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->max_active = max_active;
	return 0;
}

int shared_pool_data_source_get_max_idle(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->max_idle;
}

int shared_pool_data_source_set_max_idle(shared_pool_data_source *source, int max_idle)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->max_idle = max_idle;
	return 0;
}

int shared_pool_data_source_get_max_wait(shared_pool_data_source *source)
{
	SYNCHRONIZED_IF_FIXED(source);
	return source->max_wait;
}

int shared_pool_data_source_set_max_wait(shared_pool_data_source *source, int max_wait)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	source->max_wait = max_wait;
	return 0;
}

size_t shared_pool_data_source_get_description(shared_pool_data_source *source, char *description, size_t size)
{
	SYNCHRONIZED_IF_FIXED(source);
	return get_text(source->description, description, size);
}

int shared_pool_data_source_set_description(shared_pool_data_source *source, const char *description)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	set_text(source->description, description);
	return 0;
}

size_t shared_pool_data_source_get_validation_query(shared_pool_data_source *source, char *validation_query, size_t size)
{
	SYNCHRONIZED_IF_FIXED(source);
	return get_text(source->validation_query, validation_query, size);
}

int shared_pool_data_source_set_validation_query(shared_pool_data_source *source, const char *validation_query)
{
	SYNCHRONIZED_IF_FIXED(source);
	if (source->initialized) {
		return -1;
	}
	set_text(source->validation_query, validation_query);
	return 0;
}
