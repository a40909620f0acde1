// SPDX-License-Identifier: Apache-2.0
// The functions for appenders hold the monitor, except category_get_all_appenders
// and category_get_appender: what they have just seen to be there is taken away
// by category_remove_all_appenders.
#include "category.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MOST_APPENDERS 8

struct appender {
	pthread_mutex_t monitor;
	char *name;
	int count;
	bool closed;
};

// Appenders that are attached to a category. Kept until the category is freed.
struct attachable {
	struct attachable *older;
	appender *list[MOST_APPENDERS];
	size_t count;
};

struct category {
	pthread_mutex_t monitor;
	char *name;
	struct category *parent;
	struct attachable *aai; // NULL: no appenders
	struct attachable *made;
	atomic_int priority;
	atomic_int bundle;
	atomic_bool additive;
};

static atomic_int disabled = PRIORITY_INHERIT; // of all categories

#define SYNCHRONIZED(lock) __attribute__((cleanup(leave), unused)) pthread_mutex_t *held = enter(lock)

static pthread_mutex_t *enter(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

static void leave(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

static void monitor_init(pthread_mutex_t *monitor)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

// ---- appenders -------------------------------------------------------------

appender *appender_new(const char *name)
{
	appender *appender = calloc(1, sizeof *appender);
	if (appender) {
		appender->name = name ? strdup(name) : NULL;
		monitor_init(&appender->monitor);
	}
	return appender;
}

void appender_free(appender *appender)
{
	if (!appender) {
		return;
	}
	pthread_mutex_destroy(&appender->monitor);
	free(appender->name);
	free(appender);
}

int appender_get_count(appender *appender)
{
	SYNCHRONIZED(&appender->monitor);
	return appender->count;
}

static void append(appender *appender, const char *message)
{
	SYNCHRONIZED(&appender->monitor);
	appender->count += !appender->closed && message;
}

static void appender_close(appender *appender)
{
	SYNCHRONIZED(&appender->monitor);
	appender->closed = true;
}

static bool is_named(const appender *appender, const char *name)
{
	return appender->name && strcmp(appender->name, name) == 0;
}

// ---- making categories -----------------------------------------------------

category *category_new_child(category *parent, const char *name)
{
	category *category = name ? calloc(1, sizeof *category) : NULL;
	if (!category) {
		return NULL;
	}
	category->name = strdup(name);
	category->parent = parent;
	category->priority = parent ? PRIORITY_INHERIT : PRIORITY_DEBUG;
	category->additive = true;
	monitor_init(&category->monitor);
	return category;
}

category *category_new(const char *name)
{
	return category_new_child(NULL, name);
}

void category_free(category *category)
{
	if (!category) {
		return;
	}
	while (category->made) {
		struct attachable *made = category->made;
		category->made = made->older;
		free(made);
	}
	pthread_mutex_destroy(&category->monitor);
	free(category->name);
	free(category);
}

// ---- the appenders of a category -------------------------------------------

// With the monitor held.
static struct attachable *make_attachable(category *category)
{
	struct attachable *attachable = calloc(1, sizeof *attachable);
	if (!attachable) {
		abort();
	}
	attachable->older = category->made;
	category->made = attachable;
	return attachable;
}

static size_t position_of(const struct attachable *attachable, const appender *appender)
{
	size_t at = 0;
	while (at < attachable->count && attachable->list[at] != appender) {
		at++;
	}
	return at;
}

static void detach(struct attachable *attachable, size_t at)
{
	if (at < attachable->count) {
		attachable->count--;
		memmove(attachable->list + at, attachable->list + at + 1,
			(attachable->count - at) * sizeof *attachable->list);
	}
}

void category_add_appender(category *category, appender *appender)
{
	SYNCHRONIZED(&category->monitor);
	if (!appender) {
		return;
	}
	if (category->aai == NULL) {
		category->aai = make_attachable(category);
	}
	struct attachable *aai = category->aai;
	if (aai->count < MOST_APPENDERS && position_of(aai, appender) == aai->count) {
		aai->list[aai->count] = appender;
		aai->count++;
	}
}

bool category_is_attached(category *category, appender *appender)
{
	SYNCHRONIZED(&category->monitor);
	struct attachable *aai = category->aai;
	return aai && position_of(aai, appender) < aai->count;
}

size_t category_get_all_appenders(category *category, appender **appenders, size_t count)
{
#ifdef FIXED
	SYNCHRONIZED(&category->monitor);
#endif
	if (category->aai == NULL) {
		return 0;
	}
	size_t n = category->aai->count;
	for (size_t i = 0; i < n && appenders && i < count; i++) {
		appenders[i] = category->aai->list[i];
	}
	return n;
}

appender *category_get_appender(category *category, const char *name)
{
#ifdef FIXED
	SYNCHRONIZED(&category->monitor);
#endif
	if (category->aai == NULL || !name) {
		return NULL;
	}
	for (size_t i = 0; i < category->aai->count; i++) {
		appender *appender = category->aai->list[i];
		if (is_named(appender, name)) {
			return appender;
		}
	}
	return NULL;
}

void category_remove_all_appenders(category *category)
{
	SYNCHRONIZED(&category->monitor);
	if (category->aai) {
		for (size_t i = 0; i < category->aai->count; i++) {
			appender_close(category->aai->list[i]);
		}
		category->aai = NULL;
	}
}

void category_remove_appender(category *category, appender *appender)
{
	SYNCHRONIZED(&category->monitor);
	if (appender && category->aai) {
		detach(category->aai, position_of(category->aai, appender));
	}
}

void category_remove_appender_name(category *category, const char *name)
{
	SYNCHRONIZED(&category->monitor);
	for (size_t i = 0; name && category->aai && i < category->aai->count; i++) {
		if (is_named(category->aai->list[i], name)) {
			detach(category->aai, i);
			return;
		}
	}
}

void category_close_nested_appenders(category *category)
{
	for (; category; category = category->parent) {
		SYNCHRONIZED(&category->monitor);
		for (size_t i = 0; category->aai && i < category->aai->count; i++) {
			appender_close(category->aai->list[i]);
		}
	}
}

int category_call_appenders(category *category, const char *message)
{
	int called = 0;
	for (; category; category = category->additive ? category->parent : NULL) {
		SYNCHRONIZED(&category->monitor);
		for (size_t i = 0; category->aai && i < category->aai->count; i++) {
			append(category->aai->list[i], message);
			called++;
		}
	}
	return called;
}

void category_shutdown(category *category)
{
	for (; category; category = category->parent) {
		category_remove_all_appenders(category);
	}
}

// ---- priorities ------------------------------------------------------------

enum priority category_get_priority(category *category)
{
	return (enum priority)category->priority;
}

enum priority category_get_chained_priority(category *category)
{
	for (; category; category = category->parent) {
		int priority = category->priority;
		if (priority != PRIORITY_INHERIT) {
			return (enum priority)priority;
		}
	}
	return PRIORITY_DEBUG;
}

void category_set_priority(category *category, enum priority priority)
{
	category->priority = (int)priority;
}

void category_disable(category *category, enum priority priority)
{
	(void)category;
	disabled = (int)priority;
}

enum priority category_get_disabled(category *category)
{
	(void)category;
	return (enum priority)disabled;
}

bool category_is_enabled_for(category *category, enum priority priority)
{
	return (int)priority > disabled && priority >= category_get_chained_priority(category);
}

bool category_is_debug_enabled(category *category)
{
	return category_is_enabled_for(category, PRIORITY_DEBUG);
}

bool category_is_info_enabled(category *category)
{
	return category_is_enabled_for(category, PRIORITY_INFO);
}

// ---- logging ---------------------------------------------------------------

void category_forced_log(category *category, const char *caller, enum priority priority, const char *message)
{
	(void)caller;
	(void)priority;
	category_call_appenders(category, message);
}

void category_log_caller(category *category, const char *caller, enum priority priority, const char *message,
	int thrown)
{
	(void)thrown;
	if (category_is_enabled_for(category, priority)) {
		category_forced_log(category, caller, priority, message);
	}
}

void category_log_thrown(category *category, enum priority priority, const char *message, int thrown)
{
	category_log_caller(category, NULL, priority, message, thrown);
}

void category_log(category *category, enum priority priority, const char *message)
{
	category_log_caller(category, NULL, priority, message, 0);
}

void category_assert_log(category *category, bool assertion, const char *message)
{
	if (!assertion) {
		category_error(category, message);
	}
}

void category_debug(category *category, const char *message)
{
	category_log(category, PRIORITY_DEBUG, message);
}

void category_debug_thrown(category *category, const char *message, int thrown)
{
	category_log_thrown(category, PRIORITY_DEBUG, message, thrown);
}

void category_info(category *category, const char *message)
{
	category_log(category, PRIORITY_INFO, message);
}

void category_info_thrown(category *category, const char *message, int thrown)
{
	category_log_thrown(category, PRIORITY_INFO, message, thrown);
}

void category_warn(category *category, const char *message)
{
	category_log(category, PRIORITY_WARN, message);
}

void category_warn_thrown(category *category, const char *message, int thrown)
{
	category_log_thrown(category, PRIORITY_WARN, message, thrown);
}

void category_error(category *category, const char *message)
{
	category_log(category, PRIORITY_ERROR, message);
}

void category_error_thrown(category *category, const char *message, int thrown)
{
	category_log_thrown(category, PRIORITY_ERROR, message, thrown);
}

void category_fatal(category *category, const char *message)
{
	category_log(category, PRIORITY_FATAL, message);
}

void category_fatal_thrown(category *category, const char *message, int thrown)
{
	category_log_thrown(category, PRIORITY_FATAL, message, thrown);
}

// ---- resource bundles ------------------------------------------------------

int category_get_resource_bundle(category *category)
{
	for (; category; category = category->parent) {
		int bundle = category->bundle;
		if (bundle) {
			return bundle;
		}
	}
	return 0;
}

void category_set_resource_bundle(category *category, int bundle)
{
	category->bundle = bundle;
}

void category_l7dlog(category *category, enum priority priority, const char *key, int thrown)
{
	if (category_get_resource_bundle(category)) {
		category_log_thrown(category, priority, key, thrown);
	}
}

void category_l7dlog_parameters(category *category, enum priority priority, const char *key,
	const int *parameters, size_t count, int thrown)
{
	if (parameters && count > 0) {
		category_l7dlog(category, priority, key, thrown);
	}
}

// ---- other properties ------------------------------------------------------

const char *category_get_name(category *category)
{
	return category->name; // never changes
}

category *category_get_parent(category *category)
{
	return category->parent; // never changes
}

bool category_get_additivity(category *category)
{
	return category->additive;
}

void category_set_additivity(category *category, bool additive)
{
	category->additive = additive;
}
