// SPDX-License-Identifier: Apache-2.0
// The list has no lock. Its only field is a vector whose functions each hold
// the vector's own lock: what is done in two of them is not done at once.
#include "appender_attachable.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct appender {
	pthread_mutex_t monitor;
	char name[16];
	int events;
	bool closed;
};

struct vector {
	pthread_mutex_t monitor;
	appender **data;
	int count;
	int capacity;
};

struct appender_attachable {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	struct vector *list; // NULL: made when the first appender comes
};

// The repair: every function holds the monitor.
#ifdef FIXED
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct appender_attachable *held = enter(object)

static appender_attachable *enter(appender_attachable *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(appender_attachable **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(appender_attachable *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

static void monitor_destroy(appender_attachable *object)
{
	pthread_mutex_destroy(&object->monitor);
}
#else
#define SYNCHRONIZED(object) (void)(object)
#define monitor_init(object) (void)(object)
#define monitor_destroy(object) (void)(object)
#endif

// ---- appenders -------------------------------------------------------------

appender *appender_new(const char *name)
{
	appender *appender = name ? calloc(1, sizeof *appender) : NULL;
	if (appender) {
		strncpy(appender->name, name, sizeof appender->name - 1);
		pthread_mutex_init(&appender->monitor, NULL);
	}
	return appender;
}

void appender_free(appender *appender)
{
	if (appender) {
		pthread_mutex_destroy(&appender->monitor);
		free(appender);
	}
}

static void append(appender *appender, int event)
{
	pthread_mutex_lock(&appender->monitor);
	if (!appender->closed) {
		appender->events += event != 0;
	}
	pthread_mutex_unlock(&appender->monitor);
}

static void close_appender(appender *appender)
{
	pthread_mutex_lock(&appender->monitor);
	appender->closed = true;
	pthread_mutex_unlock(&appender->monitor);
}

// ---- the vector ------------------------------------------------------------

static struct vector *vector_new(void)
{
	struct vector *vector = calloc(1, sizeof *vector);
	if (!vector) {
		abort();
	}
	pthread_mutex_init(&vector->monitor, NULL);
	return vector;
}

static void vector_free(struct vector *vector)
{
	pthread_mutex_destroy(&vector->monitor);
	free(vector->data);
	free(vector);
}

static int vector_size(struct vector *vector)
{
	pthread_mutex_lock(&vector->monitor);
	int count = vector->count;
	pthread_mutex_unlock(&vector->monitor);
	return count;
}

static appender *vector_at(struct vector *vector, int index)
{
	pthread_mutex_lock(&vector->monitor);
	assert(index < vector->count);
	appender *appender = vector->data[index];
	pthread_mutex_unlock(&vector->monitor);
	return appender;
}

static void vector_add(struct vector *vector, appender *appender)
{
	pthread_mutex_lock(&vector->monitor);
	if (vector->count == vector->capacity) {
		vector->capacity = vector->capacity * 2 + 1;
		vector->data = realloc(vector->data, (size_t)vector->capacity * sizeof(struct appender *));
		if (!vector->data) {
			abort();
		}
	}
	vector->data[vector->count++] = appender;
	pthread_mutex_unlock(&vector->monitor);
}

static bool vector_contains(struct vector *vector, const appender *appender)
{
	pthread_mutex_lock(&vector->monitor);
	bool found = false;
	for (int i = 0; i < vector->count && !found; i++) {
		found = vector->data[i] == appender;
	}
	pthread_mutex_unlock(&vector->monitor);
	return found;
}

static void vector_remove_at(struct vector *vector, int index)
{
	pthread_mutex_lock(&vector->monitor);
	assert(index < vector->count);
	vector->count--;
	memmove(&vector->data[index], &vector->data[index + 1],
		(size_t)(vector->count - index) * sizeof *vector->data);
	pthread_mutex_unlock(&vector->monitor);
}

static void vector_remove(struct vector *vector, const appender *appender)
{
	pthread_mutex_lock(&vector->monitor);
	int index = 0;
	while (index < vector->count && vector->data[index] != appender) {
		index++;
	}
	if (index < vector->count) {
		vector->count--;
		memmove(&vector->data[index], &vector->data[index + 1],
			(size_t)(vector->count - index) * sizeof *vector->data);
	}
	pthread_mutex_unlock(&vector->monitor);
}

static void vector_remove_all(struct vector *vector)
{
	pthread_mutex_lock(&vector->monitor);
	vector->count = 0;
	pthread_mutex_unlock(&vector->monitor);
}

// ---- the list of appenders -------------------------------------------------

appender_attachable *appender_attachable_new(void)
{
	appender_attachable *list = calloc(1, sizeof *list);
	if (list) {
		monitor_init(list);
	}
	return list;
}

void appender_attachable_free(appender_attachable *list)
{
	if (list) {
		if (list->list) {
			vector_free(list->list);
		}
		monitor_destroy(list);
		free(list);
	}
}

void appender_attachable_add_appender(appender_attachable *list, appender *appender)
{
	SYNCHRONIZED(list);
	if (!appender) {
		return;
	}
	if (list->list == NULL) {
		list->list = vector_new();
	}
	if (!vector_contains(list->list, appender)) {
		vector_add(list->list, appender);
	}
}

int appender_attachable_append_loop_on_appenders(appender_attachable *list, int event)
{
	SYNCHRONIZED(list);
	int size = 0;
	if (list->list != NULL) {
		size = vector_size(list->list);
		for (int i = 0; i < size; i++) {
			append(vector_at(list->list, i), event);
		}
	}
	return size;
}

size_t appender_attachable_get_all_appenders(appender_attachable *list, appender **appenders, size_t count)
{
	SYNCHRONIZED(list);
	if (list->list == NULL) {
		return 0;
	}
	int size = vector_size(list->list);
	for (int i = 0; i < size && (size_t)i < count; i++) {
		appenders[i] = vector_at(list->list, i);
	}
	return (size_t)size;
}

appender *appender_attachable_get_appender(appender_attachable *list, const char *name)
{
	SYNCHRONIZED(list);
	if (list->list == NULL || name == NULL) {
		return NULL;
	}
	int size = vector_size(list->list);
	for (int i = 0; i < size; i++) {
		appender *appender = vector_at(list->list, i);
		if (strcmp(name, appender->name) == 0) {
			return appender;
		}
	}
	return NULL;
}

bool appender_attachable_is_attached(appender_attachable *list, appender *appender)
{
	SYNCHRONIZED(list);
	if (list->list == NULL || appender == NULL) {
		return false;
	}
	int size = vector_size(list->list);
	for (int i = 0; i < size; i++) {
		if (vector_at(list->list, i) == appender) {
			return true;
		}
	}
	return false;
}

void appender_attachable_remove_all_appenders(appender_attachable *list)
{
	SYNCHRONIZED(list);
	if (list->list != NULL) {
		int size = vector_size(list->list);
		for (int i = 0; i < size; i++) {
			close_appender(vector_at(list->list, i));
		}
		vector_remove_all(list->list);
		struct vector *old = list->list;
		list->list = NULL;
		vector_free(old);
	}
}

void appender_attachable_remove_appender(appender_attachable *list, appender *appender)
{
	SYNCHRONIZED(list);
	if (appender == NULL || list->list == NULL) {
		return;
	}
	vector_remove(list->list, appender);
}

void appender_attachable_remove_appender_named(appender_attachable *list, const char *name)
{
	SYNCHRONIZED(list);
	if (name == NULL || list->list == NULL) {
		return;
	}
	int size = vector_size(list->list);
	for (int i = 0; i < size; i++) {
		if (strcmp(name, vector_at(list->list, i)->name) == 0) {
			vector_remove_at(list->list, i);
			break;
		}
	}
}
