// SPDX-License-Identifier: Apache-2.0
// Only do_append and set_error_handler of the base class hold the monitor. The
// threshold is tested and then used; so are the filters.
#include "null_appender.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct priority {
	int level;
};

struct filter {
	filter *next;
	int number;
	bool accepts;
};

struct error_handler {
	int errors;
};

struct null_appender {
	pthread_mutex_t monitor;
	int layout;
	char name[16];
	priority *threshold;
	error_handler *errors;
	filter *head_filter;
	filter *tail_filter;
	bool closed;
};

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct null_appender *held = enter(object)

static null_appender *enter(null_appender *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(null_appender **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(null_appender *object)
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

priority *priority_new(int level)
{
	priority *priority = malloc(sizeof *priority);
	if (priority) {
		priority->level = level;
	}
	return priority;
}

void priority_free(priority *priority)
{
	free(priority);
}

filter *filter_new(int number, bool accepts)
{
	filter *filter = calloc(1, sizeof *filter);
	if (filter) {
		filter->number = number;
		filter->accepts = accepts;
	}
	return filter;
}

void filter_free(filter *filter)
{
	free(filter);
}

error_handler *error_handler_new(void)
{
	return calloc(1, sizeof(error_handler));
}

void error_handler_free(error_handler *handler)
{
	free(handler);
}

null_appender *null_appender_new(void)
{
	null_appender *appender = calloc(1, sizeof *appender);
	if (appender) {
		monitor_init(appender);
	}
	return appender;
}

void null_appender_free(null_appender *appender)
{
	if (appender) {
		pthread_mutex_destroy(&appender->monitor);
		free(appender);
	}
}

null_appender *null_appender_get_instance(void)
{
	static null_appender instance = {.monitor = PTHREAD_MUTEX_INITIALIZER};
	return &instance;
}

void null_appender_activate_options(null_appender *appender)
{
	(void)appender;
}

void null_appender_add_filter(null_appender *appender, filter *filter)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (!filter) {
		return;
	}
	if (appender->head_filter == NULL) {
		appender->head_filter = appender->tail_filter = filter;
	} else {
		appender->tail_filter->next = filter;
		appender->tail_filter = filter;
	}
}

void null_appender_clear_filters(null_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->head_filter = appender->tail_filter = NULL;
}

filter *null_appender_get_filter(null_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->head_filter;
}

filter *null_appender_get_first_filter(null_appender *appender)
{
	return null_appender_get_filter(appender);
}

void null_appender_close(null_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->closed = true;
}

void null_appender_do_append(null_appender *appender, int event)
{
	(void)appender;
	(void)event;
}

void null_appender_append(null_appender *appender, int event)
{
	(void)appender;
	(void)event;
}

size_t null_appender_get_name(null_appender *appender, char *name, size_t size)
{
	SYNCHRONIZED_IF_FIXED(appender);
	size_t length = strlen(appender->name);
	if (size > 0) {
		size_t n = length < size - 1 ? length : size - 1;
		memcpy(name, appender->name, n);
		name[n] = '\0';
	}
	return length;
}

void null_appender_set_name(null_appender *appender, const char *name)
{
	SYNCHRONIZED_IF_FIXED(appender);
	strncpy(appender->name, name ? name : "", sizeof appender->name - 1);
}

int null_appender_get_layout(null_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->layout;
}

void null_appender_set_layout(null_appender *appender, int layout)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->layout = layout;
}

bool null_appender_requires_layout(null_appender *appender)
{
	(void)appender;
	return false;
}

priority *null_appender_get_threshold(null_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->threshold;
}

void null_appender_set_threshold(null_appender *appender, priority *threshold)
{
	SYNCHRONIZED_IF_FIXED(appender);
	appender->threshold = threshold;
}

bool null_appender_is_as_severe_as_threshold(null_appender *appender, priority *priority)
{
	SYNCHRONIZED_IF_FIXED(appender);
	if (!priority) {
		return false;
	}
	return appender->threshold == NULL || priority->level >= appender->threshold->level;
}

error_handler *null_appender_get_error_handler(null_appender *appender)
{
	SYNCHRONIZED_IF_FIXED(appender);
	return appender->errors;
}

void null_appender_set_error_handler(null_appender *appender, error_handler *handler)
{
	SYNCHRONIZED(appender);
	if (handler) {
		appender->errors = handler;
	}
}
