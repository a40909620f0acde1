// SPDX-License-Identifier: Apache-2.0
// Categories of log messages with priorities, appenders and parents.
#ifndef CATEGORY_H
#define CATEGORY_H

#include <stdbool.h>
#include <stddef.h>

enum priority {
	PRIORITY_INHERIT = -1,
	PRIORITY_DEBUG = 10,
	PRIORITY_INFO = 20,
	PRIORITY_WARN = 30,
	PRIORITY_ERROR = 40,
	PRIORITY_FATAL = 50,
	PRIORITY_OFF = 60,
};

typedef struct appender appender;
typedef struct category category;

/** An appender that counts messages; NULL when there is no memory. */
appender *appender_new(const char *name);

/** Free the appender. No category may use it any more. */
void appender_free(appender *appender);

/** How many messages were appended. */
int appender_get_count(appender *appender);

/** A category that logs from PRIORITY_DEBUG on; NULL when there is no name or no memory. */
category *category_new(const char *name);

/** A category below another one, which must live longer; it inherits its priority. */
category *category_new_child(category *parent, const char *name);

/** Free the category. No other thread may use it any more. */
void category_free(category *category);

/** Add an appender, which is not owned and may be missing. */
void category_add_appender(category *category, appender *appender);

/** Whether an appender is attached. */
bool category_is_attached(category *category, appender *appender);

/** The appenders of the category, as far as there is room; how many there are. */
size_t category_get_all_appenders(category *category, appender **appenders, size_t count);

/** The appender of a name; NULL if there is none. */
appender *category_get_appender(category *category, const char *name);

/** Remove all appenders. */
void category_remove_all_appenders(category *category);

/** Remove an appender. */
void category_remove_appender(category *category, appender *appender);

/** Remove the appender of a name. */
void category_remove_appender_name(category *category, const char *name);

/** Close the appenders of this category and those above it. */
void category_close_nested_appenders(category *category);

/** Give a message to all appenders of this category and those above it; how many got it. */
int category_call_appenders(category *category, const char *message);

/** Log an error if the assertion is false. */
void category_assert_log(category *category, bool assertion, const char *message);

/** Log a message of priority DEBUG. */
void category_debug(category *category, const char *message);

/** Log a message of priority DEBUG with an error number. */
void category_debug_thrown(category *category, const char *message, int thrown);

/** Log a message of priority INFO. */
void category_info(category *category, const char *message);

/** Log a message of priority INFO with an error number. */
void category_info_thrown(category *category, const char *message, int thrown);

/** Log a message of priority WARN. */
void category_warn(category *category, const char *message);

/** Log a message of priority WARN with an error number. */
void category_warn_thrown(category *category, const char *message, int thrown);

/** Log a message of priority ERROR. */
void category_error(category *category, const char *message);

/** Log a message of priority ERROR with an error number. */
void category_error_thrown(category *category, const char *message, int thrown);

/** Log a message of priority FATAL. */
void category_fatal(category *category, const char *message);

/** Log a message of priority FATAL with an error number. */
void category_fatal_thrown(category *category, const char *message, int thrown);

/** Log a message. */
void category_log(category *category, enum priority priority, const char *message);

/** Log a message with an error number. */
void category_log_thrown(category *category, enum priority priority, const char *message, int thrown);

/** Log a message in the name of a caller. */
void category_log_caller(category *category, const char *caller, enum priority priority, const char *message,
	int thrown);

/** Log a message of the resource bundle. */
void category_l7dlog(category *category, enum priority priority, const char *key, int thrown);

/** Log a message of the resource bundle with parameters. */
void category_l7dlog_parameters(category *category, enum priority priority, const char *key,
	const int *parameters, size_t count, int thrown);

/** Log a message whatever the priority. */
void category_forced_log(category *category, const char *caller, enum priority priority, const char *message);

/** Whether messages of priority DEBUG are logged. */
bool category_is_debug_enabled(category *category);

/** Whether messages of priority INFO are logged. */
bool category_is_info_enabled(category *category);

/** Whether messages of a priority are logged. */
bool category_is_enabled_for(category *category, enum priority priority);

/** The name. */
const char *category_get_name(category *category);

/** The parent; NULL if there is none. */
category *category_get_parent(category *category);

/** Whether messages go to the appenders of the parents, too. */
bool category_get_additivity(category *category);

/** Set whether they do. */
void category_set_additivity(category *category, bool additive);

/** The priority, or PRIORITY_INHERIT. */
enum priority category_get_priority(category *category);

/** The priority, or that of the next category above that has one. */
enum priority category_get_chained_priority(category *category);

/** Set the priority; PRIORITY_INHERIT: that of the parent. */
void category_set_priority(category *category, enum priority priority);

/** The name of the resource bundle, of this category or the next above that has one; 0: none. */
int category_get_resource_bundle(category *category);

/** Set the resource bundle; 0: that of the parent. */
void category_set_resource_bundle(category *category, int bundle);

/** Disable messages of all categories up to a priority. */
void category_disable(category *category, enum priority priority);

/** Up to which priority messages are disabled. */
enum priority category_get_disabled(category *category);

/** Close and remove the appenders of this category and those above it. */
void category_shutdown(category *category);

#endif
