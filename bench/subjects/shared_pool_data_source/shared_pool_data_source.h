// SPDX-License-Identifier: Apache-2.0
// A source of connections with one pool for all users.
#ifndef SHARED_POOL_DATA_SOURCE_H
#define SHARED_POOL_DATA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct connection_pool_data_source connection_pool_data_source;
typedef struct shared_pool_data_source shared_pool_data_source;

/** Where connections come from; NULL when there is no memory. */
connection_pool_data_source *connection_pool_data_source_new(int connections);

/** Free it. No source may use it any more. */
void connection_pool_data_source_free(connection_pool_data_source *connections);

/** A data source, which is registered once it knows where its connections come from; NULL when there is no memory. */
shared_pool_data_source *shared_pool_data_source_new(void);

/** Close and free it. No other thread may use it any more. */
void shared_pool_data_source_free(shared_pool_data_source *source);

/** Close it: it is not registered any more. */
void shared_pool_data_source_close(shared_pool_data_source *source);

/** Where connections come from, not owned; -1 when a name was set or this was before. */
int shared_pool_data_source_set_connection_pool_data_source(shared_pool_data_source *source, connection_pool_data_source *connections);

/** Where connections come from; NULL if that is not known. */
connection_pool_data_source *shared_pool_data_source_get_connection_pool_data_source(shared_pool_data_source *source);

/** The name under which to look up where connections come from; -1 when that was set, or a name before. */
int shared_pool_data_source_set_data_source_name(shared_pool_data_source *source, const char *name);

/** That name; how long it is. */
size_t shared_pool_data_source_get_data_source_name(shared_pool_data_source *source, char *name, size_t size);

/** A connection for the default user: its number, -1 when there is none. */
int shared_pool_data_source_get_connection(shared_pool_data_source *source);

/** A connection for a user: its number, -1 when there is none. */
int shared_pool_data_source_get_connection_for(shared_pool_data_source *source, const char *user, const char *password);

/** Where others find it: its number in the registry, 0 when it is not registered. */
int shared_pool_data_source_get_reference(shared_pool_data_source *source);

/** How many connections are in use. */
int shared_pool_data_source_get_num_active(shared_pool_data_source *source);

/** How many connections are idle. */
int shared_pool_data_source_get_num_idle(shared_pool_data_source *source);

/** Set a property for looking up; -1 when there are too many. */
int shared_pool_data_source_set_jndi_environment(shared_pool_data_source *source, const char *key, const char *value);

/** A property for looking up; how long it is. */
size_t shared_pool_data_source_get_jndi_environment(shared_pool_data_source *source, const char *key, char *value, size_t size);

/** Whether connections commit by themselves. */
bool shared_pool_data_source_is_default_auto_commit(shared_pool_data_source *source);

/** Set whether connections commit by themselves; -1 when connections have been given out. */
int shared_pool_data_source_set_default_auto_commit(shared_pool_data_source *source, bool default_auto_commit);

/** Whether connections only read. */
bool shared_pool_data_source_is_default_read_only(shared_pool_data_source *source);

/** Set whether connections only read; -1 when connections have been given out. */
int shared_pool_data_source_set_default_read_only(shared_pool_data_source *source, bool default_read_only);

/** The isolation of transactions, -1: that of the driver. */
int shared_pool_data_source_get_default_transaction_isolation(shared_pool_data_source *source);

/** Set the isolation of transactions, -1: that of the driver; -1 when connections have been given out. */
int shared_pool_data_source_set_default_transaction_isolation(shared_pool_data_source *source, int default_transaction_isolation);

/** The seconds a login may take. */
int shared_pool_data_source_get_login_timeout(shared_pool_data_source *source);

/** Set the seconds a login may take; -1 when connections have been given out. */
int shared_pool_data_source_set_login_timeout(shared_pool_data_source *source, int login_timeout);

/** The descriptor of the log, 0: none. */
int shared_pool_data_source_get_log_writer(shared_pool_data_source *source);

/** Set the descriptor of the log, 0: none; -1 when connections have been given out. */
int shared_pool_data_source_set_log_writer(shared_pool_data_source *source, int log_writer);

/** The seconds after which an idle connection may go. */
int shared_pool_data_source_get_min_evictable_idle_time(shared_pool_data_source *source);

/** Set the seconds after which an idle connection may go; -1 when connections have been given out. */
int shared_pool_data_source_set_min_evictable_idle_time(shared_pool_data_source *source, int min_evictable_idle_time);

/** How many idle connections are looked at in one run. */
int shared_pool_data_source_get_num_tests_per_eviction_run(shared_pool_data_source *source);

/** Set how many idle connections are looked at in one run; -1 when connections have been given out. */
int shared_pool_data_source_set_num_tests_per_eviction_run(shared_pool_data_source *source, int num_tests_per_eviction_run);

/** Whether a connection is tested when it is given out. */
bool shared_pool_data_source_is_test_on_borrow(shared_pool_data_source *source);

/** Set whether a connection is tested when it is given out; -1 when connections have been given out. */
int shared_pool_data_source_set_test_on_borrow(shared_pool_data_source *source, bool test_on_borrow);

/** Whether a connection is tested when it comes back. */
bool shared_pool_data_source_is_test_on_return(shared_pool_data_source *source);

/** Set whether a connection is tested when it comes back; -1 when connections have been given out. */
int shared_pool_data_source_set_test_on_return(shared_pool_data_source *source, bool test_on_return);

/** Whether idle connections are tested. */
bool shared_pool_data_source_is_test_while_idle(shared_pool_data_source *source);

/** Set whether idle connections are tested; -1 when connections have been given out. */
int shared_pool_data_source_set_test_while_idle(shared_pool_data_source *source, bool test_while_idle);

/** The seconds between two looks at idle connections, -1: never. */
int shared_pool_data_source_get_time_between_eviction_runs(shared_pool_data_source *source);

/** Set the seconds between two looks at idle connections, -1: never; -1 when connections have been given out. */
int shared_pool_data_source_set_time_between_eviction_runs(shared_pool_data_source *source, int time_between_eviction_runs);

/** Whether a test ends with a rollback. */
bool shared_pool_data_source_is_rollback_after_validation(shared_pool_data_source *source);

/** Set whether a test ends with a rollback; -1 when connections have been given out. */
int shared_pool_data_source_set_rollback_after_validation(shared_pool_data_source *source, bool rollback_after_validation);

/** How many connections there may be at once. */
int shared_pool_data_source_get_max_active(shared_pool_data_source *source);

/** Set how many connections there may be at once; -1 when connections have been given out. */
int shared_pool_data_source_set_max_active(shared_pool_data_source *source, int max_active);

/** How many idle connections there may be. */
int shared_pool_data_source_get_max_idle(shared_pool_data_source *source);

/** Set how many idle connections there may be; -1 when connections have been given out. */
int shared_pool_data_source_set_max_idle(shared_pool_data_source *source, int max_idle);

/** How long to wait for a connection, -1: for ever. */
int shared_pool_data_source_get_max_wait(shared_pool_data_source *source);

/** Set how long to wait for a connection, -1: for ever; -1 when connections have been given out. */
int shared_pool_data_source_set_max_wait(shared_pool_data_source *source, int max_wait);

/** What it is for; how long the text is. */
size_t shared_pool_data_source_get_description(shared_pool_data_source *source, char *description, size_t size);

/** Set what it is for; -1 when connections have been given out. */
int shared_pool_data_source_set_description(shared_pool_data_source *source, const char *description);

/** The statement that tests a connection; how long the text is. */
size_t shared_pool_data_source_get_validation_query(shared_pool_data_source *source, char *validation_query, size_t size);

/** Set the statement that tests a connection; -1 when connections have been given out. */
int shared_pool_data_source_set_validation_query(shared_pool_data_source *source, const char *validation_query);

#endif
